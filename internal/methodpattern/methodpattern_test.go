package methodpattern

import (
	"fmt"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	const enc = "com/acme/Codec encode ([BI)V"
	for _, c := range []struct {
		pattern, method string
		want            bool
	}{
		{"com.acme.Codec.encode", enc, true},
		{"com.acme.Codec#encode", enc, true},
		{"com/acme/Codec.encode", enc, true},
		{"com/acme/Codec/encode", enc, true},
		{"com/acme/Codec/encode(byte[], int)", enc, true},
		{"com/acme/Codec/encod", enc, false},
		{"com.acme.Codec.encod", enc, false},
		{"acme.Codec.encode", enc, false},
		{"com.acme.Codec.encode(byte[], int)", enc, true},
		{"com.acme.Codec.encode ( byte[],int )", enc, true},
		{"com.acme.Codec.encode(byte[])", enc, false},
		{"com.acme.Codec.encode(byte[], int, int)", enc, false},
		{"com.acme.Codec.encode()", enc, false},
		{"com.acme.Codec.encode(*, int)", enc, true},
		{"com.acme.Codec.*", enc, true},
		{"com.acme.*.encode", enc, true},
		{"com.*.encode", enc, false},
		{"com.**.encode", enc, true},
		{"com.acme.**", enc, true},
		{"com.acmex.**", enc, false},
		{"**.*", "x\n::y m\nn ()V", true},
		{"x*.m*()", "x\n::y m\nn ()V", true},
		{"**.encode", enc, true},
		{"**", enc, true},
		{"**Codec.enc*(byte[], int)", enc, true},
		{"com.acme.Co*ec.e*e", enc, true},
		{"a.A.f(String, Map.Entry, java.util.List<String>)", "a/A f (Ljava/lang/String;Ljava/util/Map$Entry;Ljava/util/List;)V", true},
		{"a.A.f(ring)", "a/A f (Ljava/lang/String;)V", false},
		{"a.A.f(Object...)", "a/A f ([Ljava/lang/Object;)V", true},
		{"a.A.f(int)", "a/A f (J)V", false},
		{"a.Outer.Inner.run", "a/Outer$Inner run ()V", true},
		{"a.Outer$Inner.run", "a/Outer$Inner run ()V", true},
		{"a.Outer.*.run", "a/Outer$Inner run ()V", true},
		{"a.A.<init>", "a/A <init> ()V", true},
		{"a.A.<init>(int)", "a/A <init> ()V", false},
		{"a.**", "a/A <clinit> ()V", true},
		{"a.A.lambda$main$0", "a/A lambda$main$0 ()V", true},
		{"A.f", "A f ()V", true},
		{"A.f", "a/A f ()V", false},
		{"a.A$.apply", "a/A$ apply ()V", true},
		{"a.$A.f", "a/$A f ()V", true},
	} {
		p, err := Compile(c.pattern)
		if err != nil {
			t.Errorf("Compile(%q): %v", c.pattern, err)
			continue
		}
		m := strings.Split(c.method, " ")
		if got := p.Match(m[0], m[1], m[2]); got != c.want {
			t.Errorf("%q matches %s: %v, want %v", c.pattern, c.method, got, c.want)
		}
		if p.Matched() != c.want || p.String() != c.pattern {
			t.Errorf("%q: Matched() = %v", c.pattern, p.Matched())
		}
	}
}

func TestMatchSuffix(t *testing.T) {
	const enc = "com/acme/Codec encode ([BI)V"
	for _, c := range []struct {
		pattern, method string
		want            bool
	}{
		{"com.acme.Codec.encode", enc, true},
		{"acme.Codec.encode", enc, true},
		{"Codec.encode", enc, true},
		{"Codec.encode(byte[], int)", enc, true},
		{"Codec.encode(int)", enc, false},
		{"Codec.*", enc, true},
		{"Cod*.enc*", enc, true},
		{"acme.*.encode", enc, true},
		{"*.encode", enc, true},
		{"odec.encode", enc, false},
		{"odec.*", enc, false},
		{"org.com.acme.Codec.encode", enc, false},
		{"Codec.code", enc, false},
		{"Inner.run", "a/Outer$Inner run ()V", true},
		{"Outer.Inner.run", "a/Outer$Inner run ()V", true},
		{"Outer.*", "a/Outer$Inner run ()V", false},
		{"A.f", "A f ()V", true},
		{"**.f", "A f ()V", true},
	} {
		p, err := CompileSuffix(c.pattern)
		if err != nil {
			t.Errorf("CompileSuffix(%q): %v", c.pattern, err)
			continue
		}
		m := strings.Split(c.method, " ")
		if got := p.Match(m[0], m[1], m[2]); got != c.want || p.String() != c.pattern {
			t.Errorf("%q matches %s: %v, want %v", p, c.method, got, c.want)
		}
	}
	if _, err := CompileSuffix("encode"); err == nil {
		t.Error("a pattern without a class is no error")
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{"", "expected names between dots"},
		{"encode", "**.encode"},
		{"a..b", "between dots"},
		{"a.B.f(int", `does not end with ")"`},
		{"a.B.f(int,)", "no parameter type"},
		{"a.B.f(List<int)", `"<" without ">"`},
		{"a.B.f(List>)", `">" without "<"`},
		{"a.List<String>.f", "type arguments"},
		{"a.B c.f", "without modifiers and result type: c.f"},
		{"a.B c", `"B c" is no name`},
		{"a.***.f", "no glob"},
	} {
		if _, err := Compile(c.pattern); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Compile(%q): %v, want %q", c.pattern, err, c.want)
		}
	}
}

func TestSymbol(t *testing.T) {
	for _, c := range []struct {
		pattern, symbol string
		want            bool
	}{
		{"n", "n", true},
		{"n", "nn", false},
		{"*.size()", "names.size()", true},
		{"*.size()", "this.cache.names.size()", true},
		{"*.size()", "names.length()", false},
		{"names.*", "names.size()", true},
		{"**", "this.x.y", true},
		{"this.*.length", "this.buffer.length", true},
		{"escape: append().length()", "escape: append().length()", true},
		{"elements of lines", "elements of lines", true},
		{"tree(t.left|right)", "tree(t.left|right)", true},
		{"*.size()", "a\nb.size()", true},
	} {
		s, err := CompileSymbol(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Fits(c.symbol); got != c.want || s.Matched() {
			t.Errorf("%q fits %q: %v", c.pattern, c.symbol, got)
		}
		if got := s.Match(c.symbol); got != c.want || s.Matched() != c.want {
			t.Errorf("%q matches %q: %v", c.pattern, c.symbol, got)
		}
	}
	for _, bad := range []string{"", "n <= 3", "a\tb"} {
		if _, err := CompileSymbol(bad); err == nil {
			t.Errorf("CompileSymbol(%q): no error", bad)
		}
	}
}

// FuzzCompile checks that compiling and matching never fail, and that a pattern without a glob matches nothing
// but its own method.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{"com.acme.Codec.encode", "a.B.f(int[], List<String>)", "**.x*", "a.B.<init>", "A$.B$$c.d"} {
		f.Add(s, "com/acme/Codec", "encode", "([BI)V")
	}
	f.Fuzz(func(t *testing.T, pattern, class, name, desc string) {
		p, err := Compile(pattern)
		if err != nil {
			return
		}
		if p.Match(class, name, desc) && !p.Matched() {
			t.Error("a match was not remembered")
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	p, _ := Compile("com.acme.Codec.encode")
	g, _ := Compile("com.acme.legacy.**")
	b.ReportAllocs()
	for b.Loop() {
		p.Match("com/google/common/collect/ImmutableList", "copyOf", "(Ljava/util/Collection;)V")
		g.Match("com/google/common/collect/ImmutableList", "copyOf", "(Ljava/util/Collection;)V")
	}
}

func TestMayMatchIn(t *testing.T) {
	for _, tc := range []struct {
		pattern, class string
		want           bool
	}{
		{"a.Codec.encode", "a/Codec", true},
		{"a.Codec.encode(byte[], int)", "a/Codec", true},
		{"a.Codec#encode", "a/Codec", true},
		{"a/Codec/encode", "a/Codec", true},
		{"a.Codec.<init>", "a/Codec", true},
		{"a.Codec.lambda$run$0", "a/Codec", true},
		{"a.Codec.Inner.run", "a/Codec$Inner", true},
		{"a.Codec.Inner.run", "a/Codec", false},
		{"a.Codec.encode", "a/Coder", false},
		{"a.Codec.encode", "b/a/Codec", false},
		{"a.Codec.enc*", "a/Codec", true},
		{"a.C*.encode(*)", "a/Codec", true},
		{"a.*", "a/Codec", false},
		{"a.**", "a/b/Codec", true},
		{"a.**", "b/Codec", false},
		{"**", "Codec", true},
		{"**.encode", "a/Codec", true},
		{"**.Codec.encode", "a/Coder", false},
	} {
		p, err := Compile(tc.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.MayMatchIn(tc.class); got != tc.want || p.Matched() {
			t.Errorf("%q may match in %s: %v, want %v", tc.pattern, tc.class, got, tc.want)
		}
	}
}

// TestOtherForms holds that a method in the form of a class file or a declaration is refused with the form that is meant, which
// is a pattern.
func TestOtherForms(t *testing.T) {
	for _, tc := range []struct{ pattern, want string }{
		{"p/A/sum([II)I", "types are written as in Java, without the result: p.A.sum(int[], int)"},
		{"p.A.sum([II)I", "types are written as in Java, without the result: p.A.sum(int[], int)"},
		{"p/A.sum(Ljava/lang/String;J)V", "types are written as in Java, without the result: p.A.sum(java.lang.String, long)"},
		{"p.A.run()V", "types are written as in Java, without the result: p.A.run()"},
		{"int p.A.sum(int[], int)", "it is written without modifiers and result type: p.A.sum(int[], int)"},
		{"public static p.A.sum", "it is written without modifiers and result type: p.A.sum"},
		{"p.A.sum(int[] a, int n)", `"int[] a" is more than a type: parameters have no names here, as in encode(byte[], int)`},
		{"p.A.sum(final int n)", `"final int n" is more than a type: parameters have no names here, as in encode(byte[], int)`},
	} {
		_, err := Compile(tc.pattern)
		if err == nil || err.Error() != fmt.Sprintf("method pattern %q: %s", tc.pattern, tc.want) {
			t.Errorf("%q: %v, want %s", tc.pattern, err, tc.want)
		}
		if _, form, ok := strings.Cut(tc.want, ": "); ok && !strings.HasPrefix(tc.want, `"`) {
			if _, err := Compile(form); err != nil {
				t.Errorf("the form for %q: %v", tc.pattern, err)
			}
		}
	}
	for _, pattern := range []string{"p.A.sum (int [], int ...)", "p.A.sum(java.util.Map<String, List<Integer>>)", "p.A.sum( int )", "p.A#sum(I)"} {
		if _, err := Compile(pattern); err != nil {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}
