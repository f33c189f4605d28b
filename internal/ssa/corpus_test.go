package ssa

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// check verifies the form: every argument is defined, in a block that dominates its use (for a phi, that reaches
// the end of the predecessor), and every reachable instruction that computes is somewhere.
func check(f *Func) error {
	g := f.Graph
	defined := make([]int, len(f.Values)) // position of the definition, over all blocks
	pos := 0
	for _, p := range f.Params {
		pos++
		defined[p] = pos
	}
	for i := range f.Values {
		if k := f.Values[i].Kind; k == Undef || k == Int || k == Const {
			defined[i] = 1
		}
	}
	for _, b := range g.RPO {
		for _, v := range f.Body[b] {
			pos++
			defined[v] = pos
		}
	}
	for _, b := range g.RPO {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind == Phi {
				want := len(g.Blocks[b].Preds)
				if b == 0 {
					want++
				}
				if len(f.Args(v)) != want {
					return fmt.Errorf("phi %d of block %d has %d arguments for %d predecessors", v, b, len(f.Args(v)), want)
				}
			}
			for i, a := range f.Args(v) {
				if a == 0 || defined[a] == 0 {
					return fmt.Errorf("argument %d of value %d (%s, pc %d) is not defined", i, v, x.Op, x.PC)
				}
				d := &f.Values[a]
				if d.Kind == Param || d.Kind == Undef {
					continue
				}
				at := b
				if x.Kind == Phi && i < len(g.Blocks[b].Preds) {
					at = g.Edges[g.Blocks[b].Preds[i]].From
				}
				if !g.Dominators.Dominates(int(d.Block), int(at)) {
					return fmt.Errorf("argument %d of value %d (%s, pc %d) is defined in block %d, which does not dominate block %d", i, v, x.Op, x.PC, d.Block, at)
				}
				if d.Block == b && x.Kind == Instr && defined[a] >= defined[v] && d.Kind != Int && d.Kind != Const {
					return fmt.Errorf("value %d is used before its definition", a)
				}
			}
		}
	}
	return nil
}

func eachClass(t testing.TB, path, prefix string, f func(name string, data []byte)) {
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Skipf("%s cannot be read: %v", path, err)
	}
	defer z.Close()
	for _, e := range z.File {
		if !strings.HasSuffix(e.Name, ".class") || !strings.HasPrefix(e.Name, prefix) {
			continue
		}
		r, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		f(e.Name, data)
	}
}

// TestCorpus puts every method of guava into SSA form and checks it.
func TestCorpus(t *testing.T) {
	path := "/usr/share/java/guava.jar"
	if p := os.Getenv("ENERGYLINT_SSA_JAR"); p != "" {
		path = p
	}
	methods, values := 0, 0
	eachClass(t, path, "", func(name string, data []byte) {
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range c.Methods {
			code, err := c.Methods[i].Code()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if code == nil {
				continue
			}
			g, err := cfg.Build(code)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, c.Methods[i].ID(), err)
			}
			f, err := Build(g)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, c.Methods[i].ID(), err)
			}
			if err := check(f); err != nil {
				t.Fatalf("%s: %s: %v", name, c.Methods[i].ID(), err)
			}
			methods++
			values += len(f.Values)
		}
	})
	if methods < 1000 {
		t.Fatalf("only %d methods", methods)
	}
	t.Logf("%d methods, %d values", methods, values)
}
