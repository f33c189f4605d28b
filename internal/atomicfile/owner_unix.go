//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a new file the owner of the one that it replaces, where that is allowed: a run as root in a container
// leaves the files of its user to them.
func keepOwner(f *os.File, old fs.FileInfo) {
	s, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	now, err := f.Stat()
	if err != nil {
		return
	}
	if n, ok := now.Sys().(*syscall.Stat_t); ok && (n.Uid != s.Uid || n.Gid != s.Gid) {
		_ = f.Chown(int(s.Uid), int(s.Gid)) // else the file belongs to who runs the program
	}
}
