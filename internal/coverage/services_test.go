package main

import (
	"os"
	"strings"
	"testing"
)

// Of the methods of a web application, at least 80% have a number or a formula without assumptions, and no other calls in it than
// those of its repositories. The page shows what there is now.
func TestServices(t *testing.T) {
	all, err := measureServices("../../" + webApplication)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		n := total(l.methods)
		if n < 2 || l.name == "all" && n < 40 {
			t.Errorf("%s: %d methods", l.name, n)
		}
		if s := share(l.known(), n); s < 0.8 {
			t.Errorf("%s: %.1f%% have a number or a formula", l.name, 100*s)
		}
	}
	sum := all[len(all)-1]
	if s := share(sum.onlyRepositories, total(sum.methods)); s < 0.8 {
		t.Errorf("%.1f%% depend on calls of repositories only", 100*s)
	}
	page, err := os.ReadFile("../../docs/loops.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := "<!-- services -->\n\n" + servicesTable(all) + "\n<!-- end -->"; !strings.Contains(string(page), want) {
		t.Errorf("docs/loops.md is stale: run go run ./internal/coverage -services -page docs/loops.md\n%s", want)
	}
}
