package methodpattern

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

func TestMatchDeclared(t *testing.T) {
	for _, c := range []struct {
		pattern, method string
		access          uint16
		want            bool
	}{
		{"a.A.*", "run", 0, true},
		{"a.A.*", "<init>", 0, false},
		{"a.A.*", "<clinit>", 0, false},
		{"a.A.*", "lambda$run$0", classfile.AccSynthetic, false},
		{"a.A.*", "run$lambda$0", 0, false},
		{"a.A.*", "access$000", classfile.AccSynthetic, false},
		{"a.A.*", "compareTo", classfile.AccSynthetic | classfile.AccBridge, false},
		{"a.**", "<init>", 0, false},
		{"**", "run", 0, true},
		{"**", "<init>", 0, false},
		{"**.A.*()", "<init>", 0, false},
		{"a.A.r*", "run$lambda$0", 0, false},
		{"a.A.*", "run", classfile.AccAbstract, false},
		{"**.run", "run", classfile.AccAbstract, false},
		{"a.A.run", "run", classfile.AccAbstract, true},
		{"**.run", "run", classfile.AccNative, true},
		{"a.A.<init>", "<init>", 0, true},
		{"a.*.<init>", "<init>", 0, true},
		{"**.<clinit>", "<clinit>", 0, true},
		{"a.A.lambda$*", "lambda$run$0", classfile.AccSynthetic, true},
		{"a.A.lambda$run$0", "lambda$run$0", classfile.AccSynthetic, true},
		{"a.A.run", "lambda$run$0", classfile.AccSynthetic, false},
	} {
		p, err := Compile(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		m := &classfile.Method{Class: &classfile.Class{Name: "a/A"}, Name: c.method, Desc: "()V", Access: c.access}
		if got := p.MatchDeclared(m); got != c.want || p.Matched() != c.want {
			t.Errorf("%q matches %s: %v, want %v", c.pattern, c.method, got, c.want)
		}
	}
}

// A bridge is left out beside the method that it calls, and matched where the pattern matches nothing else of its name.
func TestMatchDeclaredBridges(t *testing.T) {
	const bridge = classfile.AccSynthetic | classfile.AccBridge
	class := &classfile.Class{Name: "a/A", Methods: []classfile.Method{
		{Name: "compareTo", Desc: "(La/A;)I"},
		{Name: "compareTo", Desc: "(Ljava/lang/Object;)I", Access: bridge},
		{Name: "clone", Desc: "()La/A;"},
		{Name: "clone", Desc: "()Ljava/lang/Object;", Access: bridge},
		{Name: "shown", Desc: "()V", Access: bridge},
	}}
	for i := range class.Methods {
		class.Methods[i].Class = class
	}
	for pattern, want := range map[string][]bool{
		"a.A.compareTo":         {true, false, false, false, false},
		"a.A.compareTo(Object)": {false, true, false, false, false},
		"a.A.compareTo(*)":      {true, false, false, false, false},
		"a.A.clone":             {false, false, true, false, false},
		"a.*.clone()":           {false, false, true, false, false},
		"a.A.shown":             {false, false, false, false, true},
		"**.shown":              {false, false, false, false, true},
		"a.A.*":                 {true, false, true, false, false},
		"**":                    {true, false, true, false, false},
	} {
		p, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for i := range class.Methods {
			if m := &class.Methods[i]; p.MatchDeclared(m) != want[i] {
				t.Errorf("%q matches %s%s: %v, want %v", pattern, m.Name, m.Desc, !want[i], want[i])
			}
		}
	}
}

func TestMatchRepeated(t *testing.T) {
	for _, c := range []struct {
		pattern, method string
		access          uint16
		want            bool
	}{
		{"**", "run", 0, true},
		{"**", "<init>", 0, true},
		{"**", "<clinit>", 0, false},
		{"**", "lambda$run$0", classfile.AccSynthetic, true},
		{"**", "access$000", classfile.AccSynthetic, false},
		{"**", "run", classfile.AccAbstract, false},
		{"a.**", "<init>", 0, true},
		{"b.**", "<init>", 0, false},
		{"a.A.*", "<init>", 0, false},
		{"a.A.*", "lambda$run$0", classfile.AccSynthetic, false},
		{"**.A.run", "<init>", 0, false},
		{"a.A.<init>", "<init>", 0, true},
		{"**.<clinit>", "<clinit>", 0, true},
	} {
		p, err := Compile(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		m := &classfile.Method{Class: &classfile.Class{Name: "a/A"}, Name: c.method, Desc: "()V", Access: c.access}
		if got := p.MatchRepeated(m); got != c.want || p.Matched() != c.want {
			t.Errorf("%q matches %s: %v, want %v", c.pattern, c.method, got, c.want)
		}
	}
}

func TestLambdaOf(t *testing.T) {
	for name, want := range map[string]string{"lambda$encode$0": "encode", "encode$lambda$0": "encode", "$anonfun$encode$1": "encode", "lambda$": "", "encode": "", "lambda$new$3": "new"} {
		if got := LambdaOf(name); got != want {
			t.Errorf("LambdaOf(%q) = %q, want %q", name, got, want)
		}
	}
}
