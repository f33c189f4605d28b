package rules

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/unit"
)

// TestLeftOut holds that a method whose analysis fails is told where a rule could have found something in it, and no other.
func TestLeftOut(t *testing.T) {
	const deep, steps = "manysteps.Nested.deep(int)", "its analysis takes too many steps"
	for _, tc := range []struct {
		name   string
		broken bool // the code of deep has an opcode that there is not
		enable map[string]bool
		want   string
	}{
		{"no bounds of loops", false, nil, "findings are left out in " + deep + ": " + steps},
		{"and one loop after the other", false, map[string]bool{"EL0003": true}, "findings are left out in " + deep + ": " + steps},
		{"no code", true, nil, "findings are left out in deep(I)Ljava/lang/String;: offset 2 has the unknown opcode 253"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join("..", "testdata", "fixtures", "manysteps", "classes", "manysteps", "Nested.class")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if tc.broken {
				// ldc #k; astore_1; iconst_0; istore_2
				at := bytes.Index(data, []byte{0x4c, 0x03, 0x3d})
				data[at] = 253
			}
			c, err := classfile.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			cs := []*unit.Class{{Class: c, Path: "Nested.class", Input: "."}}
			p := unit.NewProgram(callgraph.New([]*classfile.Class{c}, nil, 1), cs, 1)
			e, err := NewEngine(p, Options{Everywhere: tc.enable})
			if err != nil {
				t.Fatal(err)
			}
			run := slices.DeleteFunc(All(), func(r *Rule) bool { return r.Check == nil })
			var lines []int
			for rule, fs := range e.scan(&unit.Unit{Name: ".", Classes: cs, Program: p}, &run) {
				for _, f := range fs {
					if rule == "EL1001" {
						lines = append(lines, f.Location.Line)
					}
				}
			}
			if len(lines) != 1 || lines[0] != 45 {
				t.Errorf("EL1001 at %v, want it in flat alone", lines)
			}
			ns := p.Notifications()
			if len(ns) != 1 || ns[0].Path != "Nested.class" || !strings.HasPrefix(ns[0].Message, tc.want) {
				t.Errorf("told %v, want %q", ns, tc.want)
			}
		})
	}
}
