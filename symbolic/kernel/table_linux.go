package kernel

import (
	"math"
	"syscall"
)

// adviseHuge asks for large pages. Not to get them costs time alone, so the answer
// does not matter.
func adviseHuge(b []byte) { _ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) }

// lend returns so many bytes of address space, zeros that take memory when they are
// touched, or nil if the system does not have as many. Where it gives large pages to
// those who do not ask, it should not: small tables would take one each.
func lend(size int64) []byte {
	if size > math.MaxInt {
		return nil
	}
	b, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return nil
	}
	_ = syscall.Madvise(b, syscall.MADV_NOHUGEPAGE)
	return b
}

// giveBack ends what lend began.
func giveBack(b []byte) { _ = syscall.Munmap(b) }
