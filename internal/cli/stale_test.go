package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/summaries"
)

// TestStaleSummaries runs the program as it is built from a clone whose engine has changed since the last release, without a JDK: it
// works, and tells those who ask for the version or for details that the JDK's costs are those of before.
func TestStaleSummaries(t *testing.T) {
	e := productEngine()
	e.JDK = func() (*summaries.Embedded, error) {
		s, err := summaries.JDK()
		if err != nil {
			return nil, err
		}
		return &summaries.Embedded{Database: s.Database, Stale: true}, nil
	}
	const warning = "energylint prices calls of the JDK as the last release does"
	root := filepath.Join("..", "..")
	t.Chdir(root)
	for _, test := range []struct {
		args   string
		status int
		warns  bool
	}{
		{"check testdata/fixtures/el2003/classes", 0, false},
		{"check -v testdata/fixtures/el2003/classes", 0, true},
		{"check -v --format sarif testdata/fixtures/el2003/classes", 0, true},
		{"methods testdata/fixtures/el2003/classes", 0, false},
		{"check -v --jdk none testdata/fixtures/el2003/classes", 0, false},
		{"check -v examples/paper", 0, false}, // which knows no JDK
		{"version", 0, true},
	} {
		var out bytes.Buffer
		status := run(strings.Fields(test.args), strings.NewReader(""), &out, &out, e)
		if text := strings.Join(strings.Fields(out.String()), " "); status != test.status || strings.Contains(text, warning) != test.warns {
			t.Errorf("energylint %s: status %d:\n%.2000s", test.args, status, out.String())
		}
	}
}
