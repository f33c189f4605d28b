// Docgen puts the real output of commands into the documentation. In a Markdown page, everything between
//
//	<!-- output: energylint check examples/budgets -->
//	<!-- end -->
//
// becomes a code block with the command and what it prints; with snippet instead of output, only what it prints,
// as code; with markdown, what it prints is the text itself. Commands run in a shell at the root of the
// repository, with an energylint that was just built. A finding's exit status, 1, is no failure; any other is.
//
// A part "picture: FILE.svg COMMAND" is a picture of a terminal with what the command prints in colour, and the file. A part
// such as "output@examples/shop: COMMAND" runs in a copy of that directory, which all parts of the page share: the page is a
// session that may write files. "run@DIR: COMMAND" puts nothing into the page.
//
// The pages of the rules, docs/rules, are written whole; given as a PAGE, that directory stands for them.
//
// "configuration keys" stands for the reference of energylint.toml, and "verdicts" for what readers found of findings: no command prints them.
//
// Usage: go run ./internal/docgen [PAGE...] (make docs)
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := update(".", os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "docgen: %v\n", err)
		os.Exit(1)
	}
}
