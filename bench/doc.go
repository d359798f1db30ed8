// Package bench measures whole checks: reading a spec, encoding it, and deciding
// it, with the models of the library and generated ones as instances.
//
//	go test ./bench -run '^$' -bench . -benchtime 1x
//
// Each benchmark reports, beside the time, the peak number of nodes and, where
// it is a number of interest, the bits and the reachable states of the model.
// Times of one machine at one moment mean little; compare two within one run.
//
// There is no promise of stability; Go programs use package epibdd.
package bench
