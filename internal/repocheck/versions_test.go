package repocheck

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// used is an action or a pre-commit repository with the version that a workflow or an example names: its own workflows pin
// a commit and name the version behind it, of which the examples name the major one.
var used = regexp.MustCompile(`(?m)uses: ([\w./-]+)@(?:[0-9a-f]{40} # )?([\w.-]+)|^ *rev: ([\w.-]+)`)

// major is the major version of an action.
func major(version string) string {
	v, _, _ := strings.Cut(version, ".")
	return v
}

// TestVersionsAgree fails where two places name different versions of one action: workflows, examples, documentation
// and what energylint init writes are to say the same.
func TestVersionsAgree(t *testing.T) {
	versions := map[string]map[string][]string{} // action to version to files
	for _, name := range files(t, func(name string) bool {
		return slices.ContainsFunc([]string{".md", ".yml", ".yaml", ".tmpl"}, func(end string) bool { return strings.HasSuffix(name, end) })
	}) {
		for _, m := range used.FindAllStringSubmatch(string(read(t, name)), -1) {
			what, version := m[1], major(m[2])
			if what == "" {
				what, version = "the pre-commit hook", m[3]
			}
			if versions[what] == nil {
				versions[what] = map[string][]string{}
			}
			versions[what][version] = append(versions[what][version], name)
		}
	}
	for _, must := range []string{"energylint/energylint", "actions/checkout", "the pre-commit hook"} {
		if len(versions[must]) == 0 {
			t.Errorf("nothing names a version of %s: does the pattern still match?", must)
		}
	}
	for what, byVersion := range versions {
		if len(byVersion) > 1 {
			t.Errorf("%s has several versions: %v", what, byVersion)
		}
	}
}
