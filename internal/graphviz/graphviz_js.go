package graphviz

import (
	"context"
	"errors"
)

// Render is not there in a browser, where a page brings its own Graphviz.
func Render(context.Context, string, Engine, string) ([]byte, error) {
	return nil, errors.New("pictures are not drawn by the program in a browser")
}
