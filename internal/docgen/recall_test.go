package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecall holds the page of other linters' cases, and the errors that stand for wrong marks, against a file with three cases.
func TestRecall(t *testing.T) {
	source := "package pmd;\n/**\n * Copies.\n *\n * @peer pmd Copy\n * @rules EL1999\n */\nclass Copy {\na(); // case EL1999\nb(); // case EL1999 declined: it is needed\nc();\n}\n"
	tests := []struct{ name, interpreter, c2, want, err string }{
		{"found", foundAt("9", ""), "", "| [EL1999 Copies](EL1999.md) | pmd Copy | 2 | 1 | 0 | it is needed |", ""},
		{"found by default", foundAt("9", ""), foundAt("9", ""), "| pmd | 1 | 2 | 1 | 1 |", ""},
		{"named by another finding", foundAt("99", `{"class": "pmd/Copy", "message": "and here", "line": 9}`), "", "", ":99: EL1999 is found, and is no case of it"},
		{"missed", "", "", "", ":9: EL1999 is found: false"},
		{"found though declined", foundAt("9", `{"class": "pmd/Copy", "message": "and here", "line": 10}`), "", "", ":10: EL1999 is found: true"},
		{"other line", foundAt("9", "") + ", " + foundAt("11", ""), "", "", ":11: EL1999 is found, and is no case of it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			dir := filepath.Join(root, filepath.FromSlash(peersDir), "pmd")
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "Copy.java"), []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			page, err := recallPage(root, func(command string) (string, error) {
				switch {
				case strings.Contains(command, "--mode interpreter"):
					return `{"findings": [` + test.interpreter + `]}`, nil
				case strings.Contains(command, "--mode c2"):
					return `{"findings": [` + test.c2 + `]}`, nil
				}
				return `{"rules": [{"id": "EL1999", "name": "Copies"}, {"id": "EL1998", "name": "Alone"}, {"id": "EL0001", "name": "Budget"}]}`, nil
			})
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Fatalf("error %v, want %q", err, test.err)
				}
				return
			}
			if err != nil || !strings.Contains(page, test.want) || !strings.Contains(page, "no counterpart among the five: [EL1998 Alone](EL1998.md).") {
				t.Fatalf("%v\n%s\nwant %s", err, page, test.want)
			}
		})
	}
	if page, err := recallPage(t.TempDir(), nil); page != "" || err != nil {
		t.Errorf("without cases: %q, %v", page, err)
	}
}

// foundAt is a finding on a line, which names other places.
func foundAt(line, related string) string {
	return `{"rule": "EL1999", "location": {"class": "pmd/Copy$1", "line": ` + line + `}, "related": [` + related + `]}`
}
