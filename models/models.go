// Package models is the library: games and protocols as documents of the spec
// language, each with its parameters, its source and its own checks. A document
// starts from one of them with `use: NAME`.
//
// A model is one YAML file in this folder; adding a file adds the model.
//
// There is no promise of stability; Go programs use package epibdd.
package models

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// Names lists the models in alphabetical order.
func Names() []string {
	var names []string
	paths, err := fs.Glob(files, "*.yaml")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, p := range paths {
		names = append(names, strings.TrimSuffix(p, path.Ext(p)))
	}
	return names
}

// Get returns the text of a model, and false where there is none of that name.
func Get(name string) (string, bool) {
	text, err := files.ReadFile(name + ".yaml")
	return string(text), err == nil
}
