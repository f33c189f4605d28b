package inline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// sameClass finds methods of a call's class by name only.
type sameClass struct{}

func (sameClass) OnlyTarget(f *ssa.Func, call ssa.ID) *classfile.Method {
	c, _ := f.Member(call)
	return methodOf(f.Method.Class, c.Name, c.Desc)
}

func (sameClass) Body(m *classfile.Method) *progdb.Body {
	code, err := m.Code()
	if err != nil || code == nil {
		return &progdb.Body{Method: m, Err: os.ErrNotExist}
	}
	return progdb.BodyOf(code)
}

func (sameClass) Look(*progdb.Body) *symval.Func { return nil }
func (sameClass) State(*symval.Func)             {}

func methodOf(c *classfile.Class, name, desc string) *classfile.Method {
	for i := range c.Methods {
		if m := &c.Methods[i]; m.Name == name && (desc == "" || m.Desc == desc) {
			return m
		}
	}
	return nil
}

// TestExpand: the code of every method of the fixtures with what it calls can be read, and has the method's other instructions and lines at
// their places.
func TestExpand(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/fixtures/*/classes/*.class")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures: ", err)
	}
	expansions := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(data)
		if err != nil {
			continue // fixtures of broken classes
		}
		for i := range c.Methods {
			b := sameClass{}.Body(&c.Methods[i])
			if b.Err != nil {
				continue
			}
			callees := map[int]*classfile.Code{}
			for _, k := range b.G.RPO {
				for _, v := range b.F.Body[k] {
					if b.F.IsCall(v) && b.G.Code.Next(int(b.F.Values[v].PC)) < len(b.G.Code.Bytes) {
						if code := calleeOf(b.F, v, sameClass{}); code != nil {
							callees[int(b.F.Values[v].PC)] = code
						}
					}
				}
			}
			if len(callees) == 0 {
				continue
			}
			code, moved, err := expand(b.G.Code, callees)
			if err == errLarge {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", progdb.MethodName(b.Method), err)
				continue
			}
			expansions++
			if x := progdb.BodyOf(code); x.Err != nil {
				t.Error(x.Err)
			}
			for pc := 0; pc < len(b.G.Code.Bytes); pc = b.G.Code.Next(pc) {
				if callees[pc] == nil && (!code.IsStart(moved[pc]) || code.Op(moved[pc]) != b.G.Code.Op(pc)) {
					t.Errorf("%s: %s at %d is not at %d", progdb.MethodName(b.Method), b.G.Code.Op(pc), pc, moved[pc])
				}
				if was, is := classfile.LineAt(b.G.Code.Lines(), pc), classfile.LineAt(code.Lines(), moved[pc]); was != is {
					t.Errorf("%s: the line of %d is %d, not %d", progdb.MethodName(b.Method), pc, is, was)
				}
			}
		}
	}
	if expansions < 500 {
		t.Errorf("only %d methods call others of their class", expansions)
	}
}

// TestCallees: code that no compiler makes takes no call's place.
func TestCallees(t *testing.T) {
	const (
		iconst1 = byte(classfile.OpIconst1)
		iconst2 = byte(classfile.OpIconst2)
		ireturn = byte(classfile.OpIreturn)
	)
	data, err := os.ReadFile("../../../testdata/fixtures/inlined/classes/Parsers.class")
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		bytes []byte
		plain bool
	}{
		{"constant", []byte{iconst1, ireturn}, true},
		{"left on the stack", []byte{iconst2, iconst1, ireturn}, false},
		{"no boolean", []byte{iconst2, ireturn}, false},
		{"a monitor", []byte{byte(classfile.OpAload0), byte(classfile.OpMonitorenter), iconst1, ireturn}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			old, err := methodOf(c, "overrun", "").Code()
			if err != nil {
				t.Fatal(err)
			}
			code, err := old.Replace(classfile.Replacement{Bytes: test.bytes, MaxStack: 4, MaxLocals: 4, Moved: func(int) int { return 0 }})
			if err != nil {
				t.Fatal(err)
			}
			caller := sameClass{}.Body(methodOf(c, "flagged", ""))
			found := false
			for i := range caller.F.Values {
				if v := ssa.ID(i); caller.F.IsCall(v) {
					found = found || calleeOf(caller.F, v, replaced{code: code}) != nil
				}
			}
			if found != test.plain {
				t.Errorf("is inlined: %v, want %v", found, test.plain)
			}
		})
	}
}

// replaced has other code for the methods that are called.
type replaced struct {
	sameClass
	code *classfile.Code
}

func (r replaced) Body(*classfile.Method) *progdb.Body { return progdb.BodyOf(r.code) }
