// Command energylint is a static energy analyzer and CI linter for the JVM.
package main

import (
	"os"

	"github.com/energylint/energylint/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
