//go:build !js

package graphviz

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

//go:embed graphviz.wasm
var program []byte

// patience is how long a graph may take: some take Graphviz hours.
var patience = time.Minute

// Render lays a graph out, written in the language of Graphviz, and draws it in one of the
// formats of Graphviz: svg, json, plain. It gives up after a minute.
func Render(ctx context.Context, graph string, engine Engine, format string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("this graph is too large to be drawn: its layout takes more than %s", patience))
	defer cancel()
	c, err := compiled()
	if err != nil {
		return nil, err
	}
	out, err := c.render(ctx, graph, engine, format)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return out, err
}

func (c *compiler) render(ctx context.Context, graph string, engine Engine, format string) ([]byte, error) {
	mod, err := c.runtime.InstantiateModule(ctx, c.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	defer mod.Close(ctx)
	m := &machine{ctx: ctx, mod: mod}
	out := m.render(graph, string(engine), format)
	return out, m.err
}

// compiler is the program, ready to run.
type compiler struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// compiled is made when it is asked for first.
var compiled = sync.OnceValues(func() (*compiler, error) {
	ctx := context.Background()
	c := &compiler{runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCloseOnContextDone(true))}
	var err error
	if c.module, err = c.runtime.CompileModule(ctx, program); err != nil {
		return nil, err
	}
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, c.runtime); err != nil {
		return nil, err
	}
	// What the module's own binding provides for layouts and formats of the caller's.
	env := c.runtime.NewHostModuleBuilder("env")
	for _, f := range c.module.ImportedFunctions() {
		module, name, _ := f.Import()
		if module == "env" {
			env.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(context.Context, []uint64) {
				panic("graphviz: " + name + " is not provided")
			}), f.ParamTypes(), f.ResultTypes()).Export(name)
		}
	}
	_, err = env.Instantiate(ctx)
	return c, err
})

// machine is the program as it runs, with the first error.
type machine struct {
	ctx context.Context
	mod api.Module
	err error
}

var errMemory = errors.New("graphviz: a place outside of the memory")

func (m *machine) render(graph, engine, format string) []byte {
	m.call("agseterr", 3) // no errors on standard error
	gvc := m.call("gvContextPlugins", m.plugins(), 0)
	g := m.call("agmemread", m.text(graph))
	if m.err == nil && g == 0 {
		m.err = errors.New("graphviz: the graph cannot be read")
	}
	if code := m.call("gvLayout", gvc, g, m.text(engine)); m.err == nil && code != 0 {
		m.err = fmt.Errorf("graphviz: %s could not lay the graph out", engine)
	}
	place := m.call("malloc", 8)
	if code := m.call("gvRenderData", gvc, g, m.text(format), place, place+4); m.err == nil && code != 0 {
		m.err = fmt.Errorf("graphviz: %s could not be written", format)
	}
	return m.bytes(m.word(place), m.word(place+4))
}

// plugins are the layouts and formats that are part of the program, as a table that ends
// with zeros.
func (m *machine) plugins() uint64 {
	place := m.call("malloc", 4)
	m.call("wasm_bridge_SymList_default", place)
	slice := m.word(place)
	n, data := m.word(slice), m.word(slice+4)
	table := m.call("malloc", 8*(n+1))
	for i := range n {
		entry := m.word(data + 8*i)
		m.write(table+8*i, m.bytes(entry, 8))
	}
	m.write(table+8*n, make([]byte, 8))
	return table
}

func (m *machine) call(name string, args ...uint64) uint64 {
	if m.err != nil {
		return 0
	}
	out, err := m.mod.ExportedFunction(name).Call(m.ctx, args...)
	if err != nil {
		m.err = fmt.Errorf("graphviz: %s: %w", name, err)
	}
	if m.err != nil || len(out) == 0 {
		return 0
	}
	return out[0]
}

// text puts a text into memory.
func (m *machine) text(s string) uint64 {
	s = strings.ReplaceAll(s, "\x00", "?")
	place := m.call("malloc", uint64(len(s)+1))
	m.write(place, append([]byte(s), 0))
	return place
}

func (m *machine) write(place uint64, b []byte) {
	if m.err == nil && !m.mod.Memory().Write(uint32(place), b) {
		m.err = errMemory
	}
}

func (m *machine) word(place uint64) uint64 {
	b := m.bytes(place, 4)
	if len(b) < 4 {
		return 0
	}
	return uint64(binary.LittleEndian.Uint32(b))
}

// bytes are a copy of a part of memory.
func (m *machine) bytes(place, n uint64) []byte {
	if m.err != nil {
		return nil
	}
	b, ok := m.mod.Memory().Read(uint32(place), uint32(n))
	if !ok {
		m.err = errMemory
	}
	return append([]byte(nil), b...)
}
