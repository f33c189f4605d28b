package absint

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// fixture parses the compiled classes of a topic under testdata/fixtures.
func fixture(t testing.TB, topic string) []*classfile.Class {
	t.Helper()
	var out []*classfile.Class
	root := filepath.Join("..", "testdata", "fixtures", topic, "classes")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		c, err := classfile.Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func analyzer(t testing.TB, topic string) (*Analyzer, map[string]*classfile.Method) {
	t.Helper()
	cs := fixture(t, topic)
	methods := map[string]*classfile.Method{}
	for _, c := range cs {
		for i := range c.Methods {
			m := &c.Methods[i]
			methods[simpleName(c.Name)+"."+m.Name] = m
		}
	}
	return NewAnalyzer(callgraph.New(cs, nil, 1), nil, nil, 1), methods
}

func TestDump(t *testing.T) {
	a, ms := analyzer(t, "loops")
	for _, c := range fixture(t, "loops") {
		for i := range c.Methods {
			m := ms["Loops."+c.Methods[i].Name]
			s := a.Summary(m)
			if s.Err() != nil {
				t.Error(s.Err())
				continue
			}
			own := s.Own(OwnInstructions(true))
			n := s.Range(own, OwnInstructions(true), nil)
			low := s.Range(s.Own(OwnInstructions(false)), OwnInstructions(false), nil)
			fmt.Println(m.Name, "own", n.Known, n.Own, low.Own, own.Poly.String())
			for _, l := range s.Loops(nil) {
				fmt.Printf("   %+v\n", l)
			}
		}
	}
}

func (p Poly) String() string {
	s := ""
	for _, t := range p.terms {
		s += fmt.Sprintf(" + %v*[%s]", t.vec.Of(ownInstructions), t.mono)
	}
	return s
}
