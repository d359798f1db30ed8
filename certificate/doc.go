// Package certificate writes certificates of verdicts, for cmd/epicert and package
// internal/certify, which say what they are. What is decided is decided again in the reachable
// states, whatever route found the verdict: sets come from package ctlk, layers from iterating
// its equations once more, and functions to worlds that somebody considers possible by
// choosing bit after bit.
package certificate
