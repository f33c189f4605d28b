//go:build unix && !linux

package source

import "syscall"

// resident is the peak of this process's memory in bytes, 0 where the system does not tell: macOS counts bytes; the BSDs count
// kilobytes, so that a process ends later there.
func resident() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Maxrss
}
