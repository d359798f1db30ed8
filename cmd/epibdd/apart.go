package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"github.com/epibdd/epibdd"
)

// apart refuses to write over what is read in the same call: the documents, what they
// use, an order that the report would take the place of, and standard input where that
// is a file. Nor do two things go into one file.
func (p *program) apart(c *cli.Context, docs []*epibdd.Document) error {
	var read []string
	for _, doc := range docs {
		read = append(append(read, doc.File()), doc.Uses()...)
	}
	output, order := c.String("output"), c.String("save-order")
	if output != "" && order != "" && identity(output) == identity(order) && regular(output) {
		return usage(commandName(c), "--output and --save-order are the same file, %s", output)
	}
	for _, path := range append(read, c.String("order")) {
		if sameFile(output, path) || p.isStdin(output) {
			return overwrites("output", output)
		}
	}
	for _, path := range read {
		if sameFile(order, path) || p.isStdin(order) {
			return overwrites("save-order", order)
		}
	}
	return nil
}

func overwrites(flag, path string) error {
	return input("--%s %s would overwrite what is read in the same call", flag, path)
}

// sameFile tells whether two paths lead to the same file, by whatever links.
func sameFile(a, b string) bool {
	info, err := os.Stat(b)
	return err == nil && isFile(a, info)
}

// isStdin tells whether a path leads to the file that is standard input.
func (p *program) isStdin(path string) bool {
	in, ok := p.stdin.(*os.File)
	if !ok {
		return false
	}
	info, err := in.Stat()
	return err == nil && isFile(path, info)
}

// isFile tells whether a path leads to a file, and to no pipe or device.
func isFile(path string, file os.FileInfo) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && os.SameFile(info, file)
}

// regular tells what is a file, or would become one.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}
