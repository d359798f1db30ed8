// Package failure ends the work on a model or a formula with an error for its author.
//
// Expressions are walked in dozens of mutually recursive functions, in several packages
// of the encoder. What goes wrong there is thrown by Fail or Raise, and caught by Try at
// the edge of package encode, where it becomes the error that a method returns.
package failure

import "fmt"

type failure struct{ err error }

// Fail ends the work with an error in these words.
func Fail(format string, args ...any) { Raise(fmt.Errorf(format, args...)) }

// Raise ends the work with an error.
func Raise(err error) { panic(failure{err}) }

// Try runs f and returns the error with which it was ended.
func Try(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p.err
		default:
			panic(p)
		}
	}()
	f()
	return nil
}
