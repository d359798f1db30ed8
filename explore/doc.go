// Package explore shows a model in a browser: it serves a page, which is part of the program,
// and the requests that this page makes of a session (package session).
//
// It is for the person at this machine alone. The address has a random token without which
// nothing is answered; requests are answered only under the host name of the listener, which has to
// be a loopback address, and to pages that come from it, so that other sites that are open in
// the same browser reach nothing. No file is read once it runs: documents can use the texts
// that it was given, and the library.
//
// The page is built from the sources in the folder web, and what is built is committed, so that
// Go alone makes the program; a test of the build compares the two.
package explore
