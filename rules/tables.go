package rules

import (
	"iter"
	"strings"
)

// rows yields the cells of each row of a table: lines of cells between tabs, of which those that begin with # are comments.
func rows(table string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(table) {
			if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimRight(line, "\n"), "\t")) {
				return
			}
		}
	}
}
