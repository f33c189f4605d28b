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
	hideGenerated(root)
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

// hideGenerated leaves out the line with the date at the end of the pages: the header has it.
func hideGenerated(c *cobra.Command) {
	c.DisableAutoGenTag = true
	for _, sub := range c.Commands() {
		hideGenerated(sub)
	}
}
