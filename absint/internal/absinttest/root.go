package absinttest

import (
	"os"
	"path/filepath"
)

// moduleRoot is the directory of the module's go.mod, above the directory of the test that runs.
func moduleRoot() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			panic("no go.mod above the test")
		}
		dir = up
	}
}
