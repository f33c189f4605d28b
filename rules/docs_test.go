package rules

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/rules anew")

// TestPublishedPages holds docs/rules against the pages of the rules; go test ./rules -run TestPublishedPages -update
// writes it.
func TestPublishedPages(t *testing.T) {
	dir := filepath.Join("..", "docs", "rules")
	want := map[string]string{}
	var index strings.Builder
	index.WriteString("# Rules\n\nMade from the rules themselves; `energylint explain RULE` shows the same pages.\n\n| Rule | Level | What it reports |\n| --- | --- | --- |\n")
	for _, r := range All() {
		want[r.ID+".md"] = r.Help
		fmt.Fprintf(&index, "| [%s %s](%s.md) | %s | %s |\n", r.ID, r.Name, r.ID, r.Level, r.Summary)
	}
	want["README.md"] = index.String()
	if *update {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, ok := want[f.Name()]; !ok {
			t.Errorf("docs/rules/%s belongs to no rule", f.Name())
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != text {
			t.Errorf("docs/rules/%s is stale: run go test ./rules -run TestPublishedPages -update", name)
		}
	}
}
