package main

import (
	"fmt"
	"strings"
)

// longest is the length of the longest name that a class file can hold.
const longest = 65535

var formatAttacks = []generator{
	{"attributes with one long name", 256, 65535, func(l *listing, n int) {
		l.line("attributes %d %s", n, strings.Repeat("é", longest/2))
	}},
	{"names of methods that are long", 16, 256, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.method(strings.Repeat("x", longest-10)+fmt.Sprint(i), "()V", 0)
			l.code("return")
		})
	}},
	{"calls of a method with a long name", 32, 512, func(l *listing, n int) {
		name := strings.Repeat("x", longest)
		l.method("m", "()V", 0)
		l.repeat(n, func(int) { l.code("invokestatic T.%s ()V", name) })
		l.code("return")
		l.method(name, "()V", 0)
		l.code("return")
	}},
	{"calls of a method with a long descriptor", 32, 512, func(l *listing, n int) {
		desc := "(" + strings.Repeat("L"+strings.Repeat("x", 200)+";", 250) + ")V"
		l.method("m", "()V", 0)
		l.repeat(n, func(int) { l.code("invokestatic T.f %s", desc) })
		l.code("return")
	}},
	{"methods with one name and signature", 256, 32768, func(l *listing, n int) {
		l.repeat(n, func(int) { l.method("m", "()V", 0); l.code("return") })
	}},
	{"methods of one name", 256, 16384, func(l *listing, n int) {
		l.repeat(n, func(i int) { l.method("m", fmt.Sprintf("(Lx%d;)V", i), 1); l.code("return") })
	}},
	{"fields", 256, 32768, func(l *listing, n int) {
		l.repeat(n, func(i int) { l.line("field f%d I final", i) })
		fieldLoop(l, "T")
	}},
	{"depth of a generic signature", 256, 16384, func(l *listing, n int) {
		l.line("attribute Signature utf8=%s%s", strings.Repeat("La<", n), "TT;"+strings.Repeat(">;", n))
	}},
	{"depth of an annotation", 256, 16384, func(l *listing, n int) {
		l.line("attribute RuntimeVisibleAnnotations u2=1 utf8=La; u2=1 utf8=v%s u1=73 u2=1", strings.Repeat(" u1=64 utf8=La; u2=1 utf8=v", n))
	}},
	{"depth of an array in an annotation", 256, 16384, func(l *listing, n int) {
		l.line("attribute RuntimeVisibleAnnotations u2=1 utf8=La; u2=1 utf8=v%s u1=73 u2=1", strings.Repeat(" u1=91 u2=1", n))
	}},
	{"annotations", 256, 32768, func(l *listing, n int) {
		l.line("attribute RuntimeVisibleAnnotations u2=%d%s", n, strings.Repeat(" utf8=La; u2=0", n))
	}},
	{"components of a record", 64, 4096, func(l *listing, n int) {
		l.line("version 61")
		var items strings.Builder
		for i := range n {
			fmt.Fprintf(&items, " utf8=c%d utf8=I u2=0", i)
		}
		l.line("attribute Record u2=%d%s", n, items.String())
	}},
	{"packages of a module", 256, 16384, func(l *listing, n int) {
		l.line("version 61")
		var items strings.Builder
		for i := range n {
			fmt.Fprintf(&items, " utf8=p%d", i)
		}
		l.line("attribute Module utf8=m u2=0 u2=0 u2=0 u2=0 u2=0 u2=0 u2=0")
		l.line("attribute ModulePackages u2=%d%s", n, items.String())
	}},
	{"inner classes", 256, 16384, func(l *listing, n int) {
		var items strings.Builder
		for i := range n {
			fmt.Fprintf(&items, " class=T$%d class=T utf8=i%d u2=1", i, i)
		}
		l.line("attribute InnerClasses u2=%d%s", n, items.String())
	}},
	{"depth of a package", 64, 16384, func(l *listing, n int) {
		l.line("class %sX", strings.Repeat("a/", n))
		l.method("m", "()V", 0)
		l.code("return")
	}},
}
