package ssa

import (
	"os"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// TestNamesOfArrays: an array has the name of the variable that it is stored in, also where it has its elements before.
func TestNamesOfArrays(t *testing.T) {
	data, err := os.ReadFile("../../testdata/fixtures/entered/classes/Entered.class")
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Methods {
		if c.Methods[i].Name != "main" {
			continue
		}
		code, err := c.Methods[i].Code()
		if err != nil {
			t.Fatal(err)
		}
		g, err := cfg.Build(code)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Build(g)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for v := range f.Values {
			if f.Values[v].Kind == Instr && f.Values[v].Op == classfile.OpNewarray {
				names = append(names, f.Name(ID(v)))
			}
		}
		for _, want := range []string{"sizes", "x"} {
			if !slices.Contains(names, want) {
				t.Errorf("arrays are %q, without %s", names, want)
			}
		}
		return
	}
	t.Error("no main")
}
