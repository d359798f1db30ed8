package main

import (
	"bytes"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd/encode"
	"github.com/epibdd/epibdd/internal/batch"
	"github.com/epibdd/epibdd/spec"
	"github.com/epibdd/epibdd/spec/document"
	"github.com/epibdd/epibdd/symbolic"
)

// encodeOptions reads the flags that say how models become decision diagrams.
func (p *program) encodeOptions(c *cli.Context) (encode.Options, error) {
	order, err := p.orderOf(c)
	return encode.Options{
		Symbolic: symbolic.Options{
			Engine:  c.String("engine"),
			Reach:   symbolic.Method(c.String("reach")),
			Reorder: c.Bool("reorder"),
		},
		Order: order,
	}, err
}

// orderOf reads the file of --order.
func (p *program) orderOf(c *cli.Context) (encode.CellOrder, error) {
	path := c.String("order")
	if path == "" {
		return nil, nil
	}
	f := p.readOne(path)
	if f.err != nil {
		return nil, input("%s", f.err)
	}
	order, errs := encode.ParseOrder(f.file)
	if err := errs.Err(); err != nil {
		return nil, &exitError{exitInput, err}
	}
	return order, nil
}

func saveOrderFlag() cli.Flag {
	return &cli.StringFlag{Name: "save-order", Usage: "write the order of variables, as it is in the end, to `FILE`", TakesFile: true}
}

// orderToSave lets o find out the order for --save-order, and returns what
// writes it; nil without the flag.
func orderToSave(c *cli.Context, inputs []*batch.Input, o *batch.Options) (func(io.Writer) error, error) {
	if !c.IsSet("save-order") {
		return nil, nil
	}
	models := map[*spec.Model]bool{}
	for _, in := range inputs {
		if in.Suite != nil {
			for _, chk := range in.Suite.Checks {
				models[chk.Model] = true
			}
		}
	}
	if len(models) != 1 {
		return nil, usage(commandName(c), "--save-order is for the checks of one model, not of %d; -p and --only choose one", len(models))
	}
	if err := orderWritable(c); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	o.Ordered = func(_ *spec.Model, write func(io.Writer) error) { write(&text) } // into memory
	return func(w io.Writer) error {
		if text.Len() == 0 {
			return input("there is no order to save: the model could not be encoded")
		}
		_, err := text.WriteTo(w)
		return err
	}, nil
}

// orderWritable says before anything is decided that --save-order will fail.
func orderWritable(c *cli.Context) error {
	path := c.String("save-order")
	if !c.IsSet("save-order") {
		return nil
	}
	if err := writable(path); err != nil {
		return unsavedOrder(path, err)
	}
	return nil
}

func unsavedOrder(path string, err error) error {
	return input("cannot write the order to %s: %s", path, document.Reason(err))
}

// saveOrder writes an order to the file of --save-order.
func saveOrder(c *cli.Context, write func(io.Writer) error) error {
	path := c.String("save-order")
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := writeAtomically(path, b.Bytes()); err != nil {
		return unsavedOrder(path, err)
	}
	return nil
}
