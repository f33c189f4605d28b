package source

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const kotlinText = `@file:JvmName("Codec")
package com.acme // here

//@ requires n >= 0;
//@ energy 1 mJ;
@Suppress("x")
private inline fun <T : Any> List<T>.encode(n: Int, f: (Int) -> Unit): Int {
    var s = "a ${if (n > 0) "}" else "{"} //@ energy 2 mJ;"
    //@ loop_bound 64;
    outer@ for (i in 0 until n) {
        do {
            f(i)
        } while (i < 3)
    }
    return s.length
}

//@ energy 3 mJ;
fun twice(n: Int) = 2 * n

class Box(val size: Int) {
    init {
        //@ loop_bound 2;
        for (i in 0..1) println(i)
    }

    /*@ energy 4 mJ; @*/
    override fun toString(): String = buildString {
        append(size)
    }

    //@ requires a > 0;
    constructor(a: Int, b: Int) : this(a + b) {
        println(a)
    }

    companion object {
        //@ energy 5 mJ;
        @JvmStatic fun of(n: Int) = Box(n)
    }
}

//@ energy 6 mJ;
val x = 3
`

func TestKotlin(t *testing.T) {
	f := &file{path: "Codec.kt", text: []byte(kotlinText)}
	f.attach(readKotlin(f.text))
	var out []string
	for _, m := range f.methods {
		out = append(out, fmt.Sprintf("%d-%d ", m.first, m.last)+describe(m.name, &Method{Spec: m.spec, Problems: m.problems}))
	}
	for _, p := range f.orphans {
		out = append(out, p.String())
	}
	want := `6-16 encode requires n >= 0; energy 1 mJ@5:5; loop 10 bound 64;
19-19 twice energy 3 mJ@18:5;
22-25 {} loop 24 bound 2;
28-30 toString energy 4 mJ@27:9;
33-35 <init> requires a > 0;
39-39 of energy 5 mJ@38:13;
Codec.kt:43:5: energy stands before neither a method nor a loop, so it has no effect`
	if got := strings.Join(out, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if f.pkg != "com.acme" || packageOf(f.text) != "com.acme" {
		t.Error(f.pkg, packageOf(f.text))
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) string {
		p := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	java := write("src/com/acme/Codec.java", "package com.acme;\r\nclass Codec {}\n")
	other := write("src/com/other/Codec.java", "package com.other;")
	kotlin := write("kt/Box.kt", "package com.acme\nclass Box")
	odd := write("kt/deep/down/Odd.java", "// a comment\npackage org . odd ;")
	ix := New([]string{filepath.Join(dir, "none"), filepath.Join(dir, "src"), filepath.Join(dir, "kt")}, dir)
	for _, c := range []struct{ class, source, want string }{
		{"com/acme/Codec", "Codec.java", java},
		{"com/acme/Codec$Inner", "", java},
		{"com/other/Codec", "", other},
		{"com/third/Codec", "Codec.java", ""},
		{"com/acme/BoxKt", "Box.kt", kotlin},
		{"org/odd/Odd", "Odd.java", odd},
		{"org/odd/Odd", "../../x.java", ""},
		{"../etc/Odd", "passwd", ""},
		{"$A", "", ""},
	} {
		got, ok := ix.File(c.class, c.source)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("File(%q, %q) = %q, want %q", c.class, c.source, got, c.want)
		}
	}
	for _, c := range []struct {
		line int
		want string
		ok   bool
	}{{0, "", false}, {1, "package com.acme;", true}, {2, "class Codec {}", true}, {3, "", false}} {
		if got, ok := ix.Line(java, c.line); got != c.want || ok != c.ok {
			t.Errorf("Line(%d) = %q, %v", c.line, got, ok)
		}
	}
	if _, ok := ix.Line(filepath.Join(dir, "gone.java"), 1); ok {
		t.Error("a file that is not there has lines")
	}
	if _, ok := New(nil, "").File("A", ""); ok {
		t.Error("no directory, but a file")
	}
}

// FuzzReaders checks that no text makes a reader fail, and that what it finds lies inside the text.
func FuzzReaders(f *testing.F) {
	f.Add([]byte(kotlinText))
	for _, s := range []string{"class A { void f() { for(;;) {} } }", "enum E { A { int x() { return 1; } }, B; }", "record R(int x) { R {} }", "class A { X x = () -> { do while(a); while(b); }; }", "@A(@B({\"}\"})) interface I { int f() default 1; }", "class A<T<", "{(<[", "/*@ energy 5 mJ"} {
		f.Add([]byte(s))
	}
	if text, err := os.ReadFile(filepath.Join(fixtures, "Spec.java")); err == nil {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		grammar, _ := parseJava(text)
		for _, s := range []*syntax{readJava(text), readKotlin(text), grammar} {
			for _, d := range s.decls {
				if d.start < 0 || d.body < d.start || d.end < d.body || d.end > len(text) {
					t.Fatalf("%+v of %d bytes", d, len(text))
				}
			}
			fl := &file{path: "F", text: text}
			fl.attach(s)
		}
	})
}
