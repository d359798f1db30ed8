package main

import (
	"bytes"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

// orderOf reads the file of --order.
func (p *program) orderOf(c *cli.Context) (epibdd.Order, error) {
	path := c.String("order")
	if path == "" {
		return nil, nil
	}
	name, text, err := p.text(path)
	if err != nil {
		return nil, input("%s", err)
	}
	order, err := epibdd.ParseOrder(name, text)
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	return order, nil
}

// orderFile is the file of --save-order; nil: none.
type orderFile struct {
	bytes.Buffer
	path string
}

// orderToSave lets o find out the order for --save-order. It says before anything is
// decided that the order cannot be written.
func orderToSave(c *cli.Context, o *epibdd.Options) (*orderFile, error) {
	if !isSet(c, "save-order") {
		return nil, nil
	}
	f := &orderFile{path: c.String("save-order")}
	o.SaveOrder = f
	return f, f.unsaved(writable(f.path))
}

func (f *orderFile) unsaved(err error) error {
	if err == nil {
		return nil
	}
	return input("cannot write the order to %s: %s", f.path, epibdd.FileReason(err))
}

// save writes the order that was found.
func (f *orderFile) save() error {
	if f == nil {
		return nil
	}
	return f.unsaved(writeAtomically(f.path, f.Bytes()))
}
