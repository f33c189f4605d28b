//go:build !unix

package atomicfile

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: a file's owner follows from its directory.
func keepOwner(*os.File, fs.FileInfo) {}
