// Package pagemarks replaces generated parts of Markdown pages, which stand between <!-- NAME --> and <!-- end -->.
package pagemarks

import (
	"fmt"
	"os"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
)

const end = "<!-- end -->\n"

// Insert replaces what stands in a page between <!-- name --> and the next <!-- end --> by a text, with an empty line before and
// after it. A page without these marks is an error and stays as it is.
func Insert(page, name, text string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	begin := "<!-- " + name + " -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		return fmt.Errorf("%s has no %s with an %s", page, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return atomicfile.Write(page, []byte(before+begin+"\n"+text+"\n"+end+after))
}
