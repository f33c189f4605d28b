// Package changed reads which lines of which files changed from the output of git diff.
package changed

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Files are the lines that changed in files, by their paths in the repository, with slashes.
type Files struct {
	lines map[string][]span // sorted
	whole map[string]bool   // files that are new
}

// span is the lines from first to last that were added or changed. Lines that were removed leave a span without lines, at
// the line that they stood behind: last is first - 1.
type span struct{ first, last int }

// Arguments are those of git diff, before the revision, for output that Parse reads whatever the configuration of the
// repository is. Nothing that it configures runs.
func Arguments() []string {
	return []string{
		"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0", "--inter-hunk-context=0", "--find-renames",
		"--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", "--ignore-submodules=all", "--diff-algorithm=myers",
	}
}

var errDiff = errors.New("the output of git diff cannot be read")

// Parse reads the output of git diff, and the paths of files that git does not know, each ended by a NUL.
func Parse(diff, untracked string) (*Files, error) {
	f := &Files{lines: map[string][]span{}, whole: map[string]bool{}}
	for name := range strings.SplitSeq(untracked, "\x00") {
		if name != "" {
			f.whole[name] = true
		}
	}
	name, skip := "", 0 // lines of a hunk, which may look like anything
	for line := range strings.SplitSeq(diff, "\n") {
		switch {
		case skip > 0:
			if !strings.HasPrefix(line, "\\") { // "\ No newline at end of file"
				skip--
			}
		case strings.HasPrefix(line, "diff --git "):
			name = ""
		case strings.HasPrefix(line, "+++ "):
			var err error
			if name, err = path(line[len("+++ "):]); err != nil {
				return nil, err
			}
		case strings.HasPrefix(line, "@@ "):
			removed, added, at, err := hunk(line)
			if err != nil {
				return nil, err
			}
			skip = removed + added
			if name == "" {
				break // the file was removed
			}
			if added == 0 {
				at++ // git names the line before
			}
			f.lines[name] = append(f.lines[name], span{at, at + added - 1})
		}
	}
	return f, nil
}

// path reads the path in a line +++: b/path, in quotes where it has bytes that are not printed, empty for /dev/null.
func path(s string) (string, error) {
	if strings.HasPrefix(s, `"`) {
		text, err := strconv.Unquote(strings.TrimRight(s, "\t"))
		if err != nil {
			return "", fmt.Errorf("%w: %w", errDiff, err)
		}
		s = text
	} else {
		s = strings.TrimSuffix(s, "\t") // git ends a path that has a space by a tab
	}
	if s == "/dev/null" {
		return "", nil
	}
	name, ok := strings.CutPrefix(s, "b/")
	if !ok {
		return "", errDiff
	}
	return name, nil
}

// hunk reads "@@ -12,3 +14,2 @@": how many lines were removed and added, and where the latter are.
func hunk(line string) (removed, added, at int, err error) {
	words := strings.Fields(line)
	if len(words) < 4 || words[3] != "@@" {
		return 0, 0, 0, errDiff
	}
	numbers := func(word, sign string) (first, count int, err error) {
		word, ok := strings.CutPrefix(word, sign)
		start, n, counted := strings.Cut(word, ",")
		if !counted {
			n = "1"
		}
		first, err1 := strconv.Atoi(start)
		count, err2 := strconv.Atoi(n)
		const most = 1 << 30
		if !ok || err1 != nil || err2 != nil || first < 0 || count < 0 || first > most || count > most {
			return 0, 0, errDiff
		}
		return first, count, nil
	}
	if _, removed, err = numbers(words[1], "-"); err != nil {
		return 0, 0, 0, err
	}
	at, added, err = numbers(words[2], "+")
	return removed, added, at, err
}

// Line reports whether a line of a file was added or changed.
func (f *Files) Line(name string, line int) bool { return f.any(name, line, line, false) }

// Within reports whether a line from first to last was added, changed, or removed between them.
func (f *Files) Within(name string, first, last int) bool { return f.any(name, first, last, true) }

func (f *Files) any(name string, first, last int, removed bool) bool {
	if f.whole[name] {
		return true
	}
	return slices.ContainsFunc(f.lines[name], func(s span) bool {
		if s.last < s.first {
			return removed && s.first > first && s.first <= last
		}
		return s.first <= last && first <= s.last
	})
}

// Named returns the paths of changed files that end with a path relative to a source directory, sorted.
func (f *Files) Named(relative string) []string {
	var found []string
	add := func(name string) {
		if name == relative || strings.HasSuffix(name, "/"+relative) {
			found = append(found, name)
		}
	}
	for name := range f.lines {
		add(name)
	}
	for name := range f.whole {
		add(name)
	}
	slices.Sort(found)
	return slices.Compact(found)
}
