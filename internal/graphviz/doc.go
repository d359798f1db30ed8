// Package graphviz lays graphs out.
//
// It runs the layout engines of Graphviz 12.1.2 (https://graphviz.org, Eclipse Public License
// 1.0), compiled to WebAssembly by github.com/goccy/go-graphviz v0.2.9, whose file
// graphviz.wasm this is, with nothing changed. Importing that module instead was measured:
// every command would compile the file when it starts, most of a second, and would keep the
// machine code in a directory of a known name that any user may write to.
//
// The engines see the graph alone: no files, no environment, no clock but a made-up one. What
// they draw depends on the graph and on nothing else.
package graphviz
