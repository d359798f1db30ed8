package kernel

import "unsafe"

// table returns n zeros. Tables are read at random, which costs the translation of
// an address each time; where the system has larger pages for those who ask, they
// save a quarter of the time of a model with a million nodes. Small tables are
// left alone: a page is filled with zeros when it is first touched.
func table[T any](n int) []T {
	s := make([]T, n)
	var zero T
	if size := n * int(unsafe.Sizeof(zero)); size >= 2*hugePage {
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), size)
		skip := -uintptr(unsafe.Pointer(&s[0])) & (hugePage - 1)
		adviseHuge(bytes[skip : skip+(uintptr(size)-skip)&^(hugePage-1)])
	}
	return s
}

// hugePage is the size of large pages, to which advice is aligned.
const hugePage = 1 << 21
