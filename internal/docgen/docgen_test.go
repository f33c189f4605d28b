package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/energylint/energylint/internal/tier"
)

// TestUpToDate fails where a page does not show what the commands print now.
func TestUpToDate(t *testing.T) {
	tier.Slow(t, tier.Long)
	err := eachPage("../..", nil, func(name, old, new string) error {
		if old != new {
			t.Errorf("%s is stale: run make docs\n%s", name, diff.Diff("committed", []byte(old), "generated", []byte(new)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestGenerate(t *testing.T) {
	run := sessionRunner(func(dir, command string, color bool) (string, error) {
		switch {
		case command == "fail":
			return "", errors.New("exit status 3")
		case command == "silent":
			return "", nil
		case dir != "":
			command += " in " + dir
		case color:
			command = "\x1b[31m" + command
		}
		return "ran " + command + "  \n\n", nil
	})
	tests := []struct{ name, page, want, err string }{
		{"nothing", "text\n", "text\n", ""},
		{
			"output", "a\n<!-- output: energylint rules | sed 1q -->\nold\n<!-- end -->\nb\n",
			"a\n<!-- output: energylint rules | sed 1q -->\n```console\n$ energylint rules | sed 1q\nran energylint rules | sed 1q\n```\n<!-- end -->\nb\n", "",
		},
		{"markdown", "<!-- markdown: x -->\n<!-- end -->\n", "<!-- markdown: x -->\n\nran x\n\n<!-- end -->\n", ""},
		{"snippet", "<!-- snippet: cat build.xml -->\n<!-- end -->\n", "<!-- snippet: cat build.xml -->\n```xml\nran cat build.xml\n```\n<!-- end -->\n", ""},
		{"two", "<!-- markdown: x -->\n<!-- end -->\n<!-- markdown: y -->\n1\n<!-- end -->\n", "<!-- markdown: x -->\n\nran x\n\n<!-- end -->\n<!-- markdown: y -->\n\nran y\n\n<!-- end -->\n", ""},
		{"in a copy", "<!-- output@examples/shop: x -->\n<!-- end -->\n", "<!-- output@examples/shop: x -->\n```console\n$ x\nran x in examples/shop\n```\n<!-- end -->\n", ""},
		{"run", "<!-- run@examples/shop: silent -->\n<!-- end -->\n", "<!-- run@examples/shop: silent -->\n<!-- end -->\n", ""},
		{"silent", "<!-- output@examples/shop: silent -->\n<!-- end -->\n", "", "printed nothing"},
		{"picture", "<!-- picture: a.svg x -->\n<!-- end -->\n", "<!-- picture: a.svg x -->\n![x](a.svg)\n<!-- end -->\n", ""},
		{"picture without a command", "<!-- picture: a.svg -->\n<!-- end -->\n", "", "a picture is of a FILE.svg and a command"},
		{"no end", "<!-- output: x -->\n", "", "has no <!-- end -->"},
		{"end of another", "<!-- output: x -->\n<!-- output: y -->\n<!-- end -->\n", "", `the part of "x" has no`},
		{"failing", "<!-- output: fail -->\n<!-- end -->\n", "", "fail: exit status 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, pictures, err := generate(test.page, run)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Fatalf("error %v, want %q", err, test.err)
				}
				return
			}
			if err != nil || got != test.want {
				t.Fatalf("got %q, %v\nwant %q", got, err, test.want)
			}
			if strings.Contains(test.page, ".svg") && !strings.Contains(pictures["a.svg"], ">ran<") {
				t.Errorf("the picture is %q", pictures["a.svg"])
			}
			if again, _, err := generate(got, run); err != nil || again != got {
				t.Errorf("generating again changed the page: %q, %v", again, err)
			}
		})
	}
}

func TestRulePages(t *testing.T) {
	run := func(command string) (string, error) {
		switch command {
		case "energylint rules --format json":
			return `{"rules": [{"id": "EL1999", "name": "Concat", "level": "warning", "summary": "Finds a | b", "tags": ["strings"], "fix": "use +"}, {"id": "EL2999", "name": "Get", "level": "off", "summary": "Finds gets."}]}`, nil
		case "energylint explain EL1999":
			return "# EL1999 Concat\n\n## What it does\n\nFinds.\n", nil
		}
		return "# EL2999 Get\n\ntext\n", nil
	}
	pages, err := rulePages(run)
	if err != nil {
		t.Fatal(err)
	}
	if want := "<!-- Written by make docs from rules/doc/EL1999.md: change that. -->\n\n# EL1999 Concat\n\nFinds a | b.\n\nLevel: warning · strings · [energylint fix](../fix.md): use + · [all rules](README.md)\n\n## What it does\n\nFinds.\n"; pages["EL1999.md"] != want {
		t.Errorf("got %q\nwant %q", pages["EL1999.md"], want)
	}
	index := pages["README.md"]
	for _, line := range []string{"## Strings\n", `| [EL1999 Concat](EL1999.md) | warning | Finds a \| b. |`, "## Collections and streams\n", "| [EL2999 Get](EL2999.md) | off | Finds gets. |"} {
		if !strings.Contains(index, line) {
			t.Errorf("the index has no %q:\n%s", line, index)
		}
	}

	// Pages are written, left alone when they are right, and removed with their rule.
	root := t.TempDir()
	changed := func() (names []string) {
		err := eachRulePage(root, run, func(name, old, new string) error {
			if old == new {
				return nil
			}
			names = append(names, filepath.Base(name))
			if new == "" {
				return os.Remove(name)
			}
			return errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(new), 0o666))
		})
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if got := changed(); !slices.Equal(got, []string{"EL1999.md", "EL2999.md", "README.md", "declined.md", "heldout.md"}) {
		t.Errorf("first %v", got)
	}
	if err := os.WriteFile(filepath.Join(root, rulesDir, "EL9999.md"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := changed(); !slices.Equal(got, []string{"EL9999.md"}) {
		t.Errorf("then %v", got)
	}
}
