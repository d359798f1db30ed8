package epibdd

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// module is the path of this module.
const module = "github.com/epibdd/epibdd"

// About is what the report of a bug needs to know about the program: the versions of this
// module and of Go, and the engines.
func About() string {
	return fmt.Sprintf("epibdd %s\n%s %s/%s\nengines: %s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, strings.Join(Engines(), ", "))
}

// Version is that of this module, as About tells it.
func Version() string { return version() }

// version is the module's version, with the commit where the program is this module's own
// and was built from a working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	if info.Main.Path != module {
		for _, m := range info.Deps {
			if m.Path == module {
				return m.Version
			}
		}
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "devel"
	}
	var revision, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = ", modified"
		}
	}
	if revision != "" && !strings.Contains(version, revision) {
		version += " (" + revision + dirty + ")"
	}
	return version
}
