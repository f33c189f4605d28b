package main

import "fmt"

var hierarchyAttacks = []generator{
	{"a chain of classes", 256, 32768, func(l *listing, n int) {
		l.method("m", "(LC0;)V", 1)
		l.code("aload_0; invokevirtual C0.f ()V; return")
		classChain(l, n, "C", "")
	}},
	{"a chain of classes that all override a method", 64, 8192, func(l *listing, n int) {
		l.method("m", "(LC0;)V", 1)
		l.code("aload_0; invokevirtual C0.f ()V; return")
		classChain(l, n, "C", "aload_0; invokevirtual C0.f ()V; return")
	}},
	{"a chain of interfaces", 256, 32768, func(l *listing, n int) {
		l.line("class I0 interface")
		l.repeat(n, func(i int) { l.line("class I%d interface : I%d", i+1, i) })
		fieldLoop(l, fmt.Sprintf("I%d", n))
	}},
	{"diamonds of interfaces", 8, 4096, func(l *listing, n int) {
		l.line("class A0 interface")
		l.line("class B0 interface")
		l.repeat(n, func(i int) {
			l.line("class A%d interface : A%d B%d", i+1, i, i)
			l.line("class B%d interface : A%d B%d", i+1, i, i)
		})
		fieldLoop(l, fmt.Sprintf("A%d", n))
	}},
	{"diamonds of interfaces with default methods", 8, 1024, func(l *listing, n int) {
		body := func() { l.line("method f ()V 1 virtual"); l.code("return") }
		l.line("class A0 interface")
		body()
		l.line("class B0 interface")
		body()
		l.repeat(n, func(i int) {
			for _, c := range []string{"A", "B"} {
				l.line("class %s%d interface : A%d B%d", c, i+1, i, i)
				body()
			}
		})
		l.line("class X : A%d B%d", n, n)
		l.line("method g ()V 1 virtual")
		l.code("aload_0; invokevirtual X.f ()V; return")
	}},
	{"a class that is its own superclass, over others", 2, 8192, func(l *listing, n int) {
		l.repeat(n, func(i int) { l.line("class C%d < C%d", i, (i+1)%n) })
		fieldLoop(l, "C0")
	}},
	{"interfaces that are below each other", 2, 256, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.line("class I%d interface :%s", i, names("I", n))
		})
		fieldLoop(l, "I0")
	}},
	{"classes below a class of the library that is not there", 64, 8192, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.line("class C%d < lib/Base", i)
			l.line("method f ()V 1 virtual")
			l.code("aload_0; invokevirtual lib/Other.f ()V; return")
		})
	}},
	{"interfaces of one class", 64, 8192, func(l *listing, n int) {
		l.repeat(n, func(i int) { l.line("class I%d interface", i); l.line("abstract f ()V") })
		l.line("class X abstract :%s", names("I", n))
		l.line("method g ()V 1 virtual")
		l.code("aload_0; invokevirtual X.f ()V; return")
		fieldLoop(l, "X")
	}},
	{"nest members", 64, 8192, func(l *listing, n int) {
		l.line("version 61")
		l.line("attribute NestMembers u2=%d%s", n, names("class=T$", n))
		l.line("field f I private")
		fieldLoop(l, "T")
		l.repeat(n, func(i int) {
			l.line("class T$%d", i)
			l.line("version 61")
			l.line("attribute NestHost class=T")
			l.method("m", "(LT;)V", 2)
			l.code("iconst_0; istore_1; L:; iload_1; aload_0; getfield T.f I; if_icmpge E; iinc 1 1; goto L; E:; return")
		})
	}},
	{"permitted subclasses", 64, 8192, func(l *listing, n int) {
		l.line("version 61")
		l.method("m", "(LS;)V", 1)
		l.code("aload_0; invokevirtual S.f ()V; return")
		l.line("class S abstract")
		l.line("version 61")
		l.line("attribute PermittedSubclasses u2=%d%s", n, names("class=C", n))
		l.line("method f ()V 1 virtual")
		l.code("return")
		l.repeat(n, func(i int) {
			l.line("class C%d < S", i)
			l.line("method f ()V 1 virtual")
			l.code("return")
		})
	}},
	{"small classes", 256, 16384, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.line("class p/C%d", i)
			l.method("m", "()V", 0)
			l.code("return")
		})
	}},
	{"unreadable classes and classes named like the library's", 256, 16384, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.line("class java/util/C%d < java/util/AbstractList", i)
			l.line("method add (Ljava/lang/Object;)Z 2 virtual")
			l.code("aload_0; invokevirtual java/util/AbstractList.clear ()V; iconst_1; ireturn")
		})
	}},
	{"classes that override methods of the library's", 64, 4096, func(l *listing, n int) {
		l.method("m", "(Ljava/util/List;)V", 1)
		l.code("L:; aload_0; invokeinterface java/util/List.isEmpty ()Z; ifne E; aload_0; iconst_0; invokeinterface java/util/List.remove (I)Ljava/lang/Object;; pop; goto L; E:; return")
		l.repeat(n, func(i int) {
			l.line("class C%d < java/util/ArrayList", i)
			for _, m := range []string{"hashCode ()I", "size ()I"} {
				l.line("method %s 1 virtual", m)
				l.code("iconst_0; ireturn")
			}
			l.line("method add (Ljava/lang/Object;)Z 2 virtual")
			l.code("aload_0; invokevirtual java/util/ArrayList.clear ()V; iconst_1; ireturn")
			l.line("method use (Ljava/util/List;)V 2 virtual")
			l.code("aload_1; aload_1; invokeinterface java/util/List.add (Ljava/lang/Object;)Z; pop; return")
		})
	}},
}

// classChain makes classes below each other; each declares f with that body, or the first alone where it is empty.
func classChain(l *listing, n int, prefix, body string) {
	l.line("class %s0", prefix)
	l.line("method f ()V 1 virtual")
	l.code("return")
	l.repeat(n, func(i int) {
		l.line("class %s%d < %s%d", prefix, i+1, prefix, i)
		if body != "" {
			l.line("method f ()V 1 virtual")
			l.code("%s", body)
		}
	})
}

// fieldLoop adds a method with a loop up to a field that a class does not have.
func fieldLoop(l *listing, class string) {
	l.method("loop", "()V", 1)
	l.code("iconst_0; istore_0; L:; iload_0; getstatic %s.f I; if_icmpge E; iinc 0 1; goto L; E:; return", class)
}
