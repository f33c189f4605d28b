package driver

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// hugePageModes says in brackets which memory gets huge pages: all of it (always), what a program asks for it (madvise) or none (never); see
// Documentation/admin-guide/mm/transhuge.rst of Linux.
const hugePageModes = "/sys/kernel/mm/transparent_hugepage/enabled"

// preferHugePages has the next size bytes by which the heap grows in huge pages. The kernel fills a page when it is touched for the first time;
// by pages of 4 KiB that takes a third of the processor time of check in a virtual machine. The runtime of Go asks for no huge pages: a block
// that is never touched gets the advice, and after a collection the heap grows into it.
func preferHugePages(size int64) {
	modes, err := os.ReadFile(hugePageModes)
	if err != nil || !bytes.Contains(modes, []byte("[madvise]")) {
		return
	}
	var limit syscall.Rlimit // of addresses, of which the block would take a part
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur != ^uint64(0) {
		return
	}
	if adviseHugePages(size) {
		runtime.GC()
	}
}

// adviseHugePages advises huge pages for a block of the heap, which is garbage afterwards. A strings.Builder allocates it without zeroing:
// make would fill all of it with zeros, and so occupy the memory, where the end of the heap has been in use before.
func adviseHugePages(size int64) bool {
	var block strings.Builder
	block.Grow(int(size))
	block.WriteByte(0) // an empty string has no address
	return syscall.Madvise(unsafe.Slice(unsafe.StringData(block.String()), size), syscall.MADV_HUGEPAGE) == nil
}
