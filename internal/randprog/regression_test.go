package randprog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegressions runs programs that broke a bound once: testdata/*.txt are listings with the runs that did.
func TestRegressions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no listings in testdata (%v)", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Analyse(string(text))
			if err != nil {
				t.Fatal(err)
			}
			runs := 0
			for line := range strings.Lines(string(text)) {
				if !strings.HasPrefix(line, "run ") {
					continue
				}
				r, err := ParseRun(line)
				if err != nil {
					t.Fatal(err)
				}
				runs++
				if err := s.Check(r, 200000, nil); err != nil {
					t.Errorf("%s: %v", strings.TrimSpace(line), err)
				}
			}
			if runs == 0 {
				t.Error("no runs")
			}
		})
	}
}
