package source

import (
	"bytes"
	"os"
	"strconv"
)

// resident is the memory of this process in bytes, 0 where the system does not tell. It is not the peak of getrusage(2): that one
// survives execve(2), so it is at least the peak of the program that started this one.
func resident() int64 {
	statm, err := os.ReadFile("/proc/self/statm") // pages: size, resident, …: proc(5)
	if err != nil {
		return 0
	}
	fields := bytes.Fields(statm)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
