package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/symbolic"
)

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, that of Go, and the engines",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usage("epibdd version", "version takes no arguments")
			}
			_, err := fmt.Fprintln(p.stdout, aboutProgram())
			return err
		},
	}
}

// aboutProgram is what a bug report needs to know about the program.
func aboutProgram() string {
	return fmt.Sprintf("epibdd %s\n%s %s/%s\nengines: %s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, strings.Join(symbolic.Engines(), ", "))
}

// version is the module's version, with the commit where it was built from a
// working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
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
