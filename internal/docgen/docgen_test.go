package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// TestUpToDate fails where a page does not show what the commands print now.
func TestUpToDate(t *testing.T) {
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
	run := func(command string) (string, error) {
		if command == "fail" {
			return "", errors.New("exit status 3")
		}
		return "ran " + command + "  \n\n", nil
	}
	tests := []struct{ name, page, want, err string }{
		{"nothing", "text\n", "text\n", ""},
		{
			"output", "a\n<!-- output: energylint rules | sed 1q -->\nold\n<!-- end -->\nb\n",
			"a\n<!-- output: energylint rules | sed 1q -->\n```console\n$ energylint rules | sed 1q\nran energylint rules | sed 1q\n```\n<!-- end -->\nb\n", "",
		},
		{"markdown", "<!-- markdown: x -->\n<!-- end -->\n", "<!-- markdown: x -->\n\nran x\n\n<!-- end -->\n", ""},
		{"snippet", "<!-- snippet: cat build.xml -->\n<!-- end -->\n", "<!-- snippet: cat build.xml -->\n```xml\nran cat build.xml\n```\n<!-- end -->\n", ""},
		{"two", "<!-- markdown: x -->\n<!-- end -->\n<!-- markdown: y -->\n1\n<!-- end -->\n", "<!-- markdown: x -->\n\nran x\n\n<!-- end -->\n<!-- markdown: y -->\n\nran y\n\n<!-- end -->\n", ""},
		{"no end", "<!-- output: x -->\n", "", "has no <!-- end -->"},
		{"end of another", "<!-- output: x -->\n<!-- output: y -->\n<!-- end -->\n", "", `the part of "x" has no`},
		{"failing", "<!-- output: fail -->\n<!-- end -->\n", "", "fail: exit status 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := generate(test.page, run)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Fatalf("error %v, want %q", err, test.err)
				}
				return
			}
			if err != nil || got != test.want {
				t.Fatalf("got %q, %v\nwant %q", got, err, test.want)
			}
			if again, err := generate(got, run); err != nil || again != got {
				t.Errorf("generating again changed the page: %q, %v", again, err)
			}
		})
	}
}
