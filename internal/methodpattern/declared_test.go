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
