package main

import "testing"

func TestBlocks(t *testing.T) {
	for _, c := range []struct{ name, help, want string }{
		{"a paragraph", "Show one.\nOr two.\n", "Show one.\nOr two.\n"},
		{"a list", "Shows:\n  cfg  blocks\n  ssa  values\nIn all of them", "Shows:\n\n      cfg  blocks\n      ssa  values\n\nIn all of them"},
		{"a file behind a blank line", "It is:\n\n  a = 1\n\nIt ends.", "It is:\n\n\n      a = 1\n\n\nIt ends."},
	} {
		if got := blocks(c.help); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
