package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/methodpattern"
)

// TestHot: ** takes all code of a library for called again and again, constructors and lambdas, too; other patterns what they name; and
// without one nothing is.
func TestHot(t *testing.T) {
	source := filepath.Join("..", "testdata", "fixtures", "hot", "Library.java")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	mark := regexp.MustCompile(`// hot (EL\d{4})$`)
	for i, line := range strings.Split(string(text), "\n") {
		if m := mark.FindStringSubmatch(line); m != nil {
			all = append(all, fmt.Sprintf("%s:%d", m[1], i+1))
		}
	}
	for _, c := range []struct {
		patterns []string
		want     []string
	}{
		{nil, nil},
		{[]string{"**"}, all},
		{[]string{"hot.Library.*"}, []string{"EL5006:20", "EL7001:22", "EL7001:30"}},
		{[]string{"**.<init>", "hot.Library.lambda$*"}, []string{"EL3002:12", "EL5006:16", "EL7001:26"}},
	} {
		var o Options
		for _, text := range c.patterns {
			p, err := methodpattern.Compile(text)
			if err != nil {
				t.Fatal(err)
			}
			o.Hot = append(o.Hot, p)
		}
		var got []string
		for _, f := range runFixture(t, "hot", o) {
			got = append(got, fmt.Sprintf("%s:%d", f.Rule, f.Location.Line))
		}
		slices.Sort(got)
		want := slices.Clone(c.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", c.patterns, got, want)
		}
	}
}
