// Manpages writes the manual pages and the completion scripts of energylint, for the archives and packages of a release.
// The same commit gives the same bytes.
//
// Usage: go run ./script/manpages VERSION DATE DIR
//
// DATE is that of the pages, 2006-01-02. In DIR come man/energylint.1 and those of the commands, and completions/energylint.bash,
// .zsh and .fish.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/energylint/energylint/internal/cli"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: manpages VERSION DATE DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
}

func run(version, date, dir string) error {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return err
	}
	man, completions := filepath.Join(dir, "man"), filepath.Join(dir, "completions")
	for _, d := range []string{man, completions} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	root := cli.Command()
	prepare(root)
	header := &doc.GenManHeader{Title: "ENERGYLINT", Section: "1", Date: &at, Source: "energylint " + version, Manual: "energylint"}
	if err := doc.GenManTree(root, header, man); err != nil {
		return err
	}
	for name, generate := range map[string]func(string) error{
		"energylint.bash": func(file string) error { return root.GenBashCompletionFileV2(file, true) },
		"energylint.zsh":  root.GenZshCompletionFile,
		"energylint.fish": func(file string) error { return root.GenFishCompletionFile(file, true) },
	} {
		if err := generate(filepath.Join(completions, name)); err != nil {
			return err
		}
	}
	return nil
}

// prepare leaves out the line with the date at the end of the pages, as the header has it, and marks what help indents as blocks.
func prepare(c *cobra.Command) {
	c.DisableAutoGenTag = true
	c.Long = blocks(c.Long)
	for _, sub := range c.Commands() {
		prepare(sub)
	}
}

// blocks sets off lines that begin with spaces as Markdown does it, which the pages are made of: with a blank line around them, and four spaces.
// Without, the lines of a list or of a file become one paragraph.
func blocks(help string) string {
	var b strings.Builder
	inside := false
	for line := range strings.Lines(help) {
		indented := strings.HasPrefix(line, "  ")
		if indented != inside && strings.TrimSpace(line) != "" {
			b.WriteByte('\n')
			inside = indented
		}
		if indented {
			line = "    " + line
		}
		b.WriteString(line)
	}
	return b.String()
}
