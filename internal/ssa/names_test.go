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
	for _, f := range funcsOf(t, "../../testdata/fixtures/entered/classes/Entered.class") {
		if f.Method.Name != "main" {
			continue
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

// funcsOf returns the methods of a class file that have code.
func funcsOf(t *testing.T, file string) []*Func {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	var out []*Func
	for i := range c.Methods {
		code, err := c.Methods[i].Code()
		if err != nil {
			t.Fatal(err)
		}
		if code == nil {
			continue
		}
		g, err := cfg.Build(code)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Build(g)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}
