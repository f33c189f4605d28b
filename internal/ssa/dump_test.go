package ssa

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

func TestString(t *testing.T) {
	data, err := os.ReadFile(filepath.FromSlash("../../testdata/fixtures/calls/classes/calls/Calls.class"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Methods {
		if c.Methods[i].Name != "triangle" {
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
		const want = `
parameters
  v1 int n = parameter
block 0, line 28
block 1, line 29
  v4 int s = phi(0 from block 0, v8 from block 2)
  v5 int i = phi(0 from block 0, v9 from block 2)
  if_icmpge 22 of v5, v1
block 2, line 29
  v7 int = invokestatic calls.Calls.leaf(int) of v5
  v8 int s = iadd of v4, v7
  v9 int i = iinc 2 1 of v5
block 3, line 30
  ireturn of v4
`
		if got := f.String(); got != strings.TrimPrefix(want, "\n") {
			t.Errorf("got\n%s\nwant%s", got, want)
		}
		return
	}
	t.Fatal("no such method")
}
