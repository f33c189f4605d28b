package main

import (
	"fmt"
	"strings"
)

// chain makes methods m0 to mn: each has the code, in which %[1]d is the number of the next one, and mn has that of last.
func (l *listing) chain(n int, desc string, locals int, code, last string) {
	l.repeat(n, func(i int) {
		l.method(fmt.Sprintf("m%d", i), desc, locals)
		l.code(code, i+1)
	})
	l.method(fmt.Sprintf("m%d", n), desc, locals)
	l.code("%s", last)
}

var callAttacks = []generator{
	{"a chain of calls", 256, 16384, func(l *listing, n int) {
		l.chain(n, "(I)V", 1, "iload_0; invokestatic T.m%[1]d (I)V; return", "return")
	}},
	{"a chain of calls, each in a loop", 4, 1024, func(l *listing, n int) {
		l.chain(n, "(I)V", 2, "iconst_0; istore_1; L:; iload_1; iload_0; if_icmpge E; iload_0; invokestatic T.m%[1]d (I)V; iinc 1 1; goto L; E:; return", "return")
	}},
	{"a chain of calls in loops with the counter as argument", 4, 1024, func(l *listing, n int) {
		l.chain(n, "(I)V", 2, "iconst_0; istore_1; L:; iload_1; iload_0; if_icmpge E; iload_1; invokestatic T.m%[1]d (I)V; iinc 1 1; goto L; E:; return", "return")
	}},
	{"a chain of calls of polynomial arguments", 4, 1024, func(l *listing, n int) {
		l.chain(n, "(III)V", 4, "iconst_0; istore_3; L:; iload_3; iload_0; if_icmpge E; iinc 3 1; goto L; E:; iload_0; iload_1; iadd; iload_1; iload_2; imul; iload_2; iload_0; iadd; invokestatic T.m%[1]d (III)V; return", "return")
	}},
	{"two calls of the next method", 8, 1024, func(l *listing, n int) {
		l.chain(n, "(II)V", 3, "iload_0; iload_1; iadd; iload_1; invokestatic T.m%[1]d (II)V; iload_1; iload_0; isub; iload_1; invokestatic T.m%[1]d (II)V; return", "iconst_0; istore_2; L:; iload_2; iload_0; if_icmpge E; iinc 2 1; goto L; E:; return")
	}},
	{"results of two calls of the next method", 8, 1024, func(l *listing, n int) {
		l.chain(n, "(I)I", 1, "iload_0; invokestatic T.m%[1]d (I)I; iload_0; invokestatic T.m%[1]d (I)I; iadd; ireturn", "iload_0; ireturn")
		l.method("loop", "(I)V", 2)
		l.code("iconst_0; istore_1; L:; iload_1; iload_0; invokestatic T.m0 (I)I; if_icmpge E; iinc 1 1; goto L; E:; return")
	}},
	{"objects from two calls of the next method", 8, 1024, func(l *listing, n int) {
		l.chain(n, "(ILjava/util/List;)Ljava/util/List;", 2, "iload_0; ifeq A; iload_0; aload_1; invokestatic T.m%[1]d (ILjava/util/List;)Ljava/util/List;; areturn; A:; iload_0; aload_1; invokestatic T.m%[1]d (ILjava/util/List;)Ljava/util/List;; areturn", "aload_1; areturn")
		l.method("loop", "(ILjava/util/List;)V", 2)
		l.code("L:; iload_0; aload_1; invokestatic T.m0 (ILjava/util/List;)Ljava/util/List;; invokeinterface java/util/List.isEmpty ()Z; ifne E; goto L; E:; return")
	}},
	{"a cycle of methods", 16, 8192, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.method(fmt.Sprintf("m%d", i), "(I)V", 1)
			l.code("iload_0; ifle E; iload_0; iconst_1; isub; invokestatic T.m%d (I)V; E:; return", (i+1)%n)
		})
	}},
	{"methods that all call each other", 4, 128, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.method(fmt.Sprintf("m%d", i), "(I)V", 1)
			l.code("iload_0; ifle E")
			l.repeat(n, func(j int) { l.code("iload_0; iconst_1; isub; invokestatic T.m%d (I)V", j) })
			l.code("E:; return")
		})
	}},
	{"calls of itself", 4, 512, func(l *listing, n int) {
		l.method("m", "(II)V", 2)
		l.code("iload_0; ifle E")
		l.repeat(n, func(i int) {
			l.code("iload_0; bipush %d; isub; iload_1; iload_0; iadd; invokestatic T.m (II)V", i%100+1)
		})
		l.code("E:; return")
	}},
	{"calls of a method", 64, 4096, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(int) { l.code("iload_0; invokestatic T.f (I)V") })
		l.code("return")
		l.method("f", "(I)V", 2)
		l.code("iconst_0; istore_1; L:; iload_1; iload_0; if_icmpge E; iinc 1 1; goto L; E:; return")
	}},
	{"methods with thousands of callers and callees", 16, 512, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.method(fmt.Sprintf("a%d", i), "(I)V", 1)
			l.repeat(n, func(j int) { l.code("iload_0; invokestatic T.b%d (I)V", j) })
			l.code("return")
			l.method(fmt.Sprintf("b%d", i), "(I)V", 1)
			l.code("return")
		})
	}},
	{"implementations of an interface, each with a call of it", 16, 2048, func(l *listing, n int) {
		implementations(l, n, "aload_0; getfield %s.i LI;; invokeinterface I.f ()V; return")
	}},
	{"implementations of an interface that is called often", 16, 2048, func(l *listing, n int) {
		implementations(l, n, "aload_0; pop; return")
	}},
	{"implementations of an interface whose results are sizes", 16, 2048, func(l *listing, n int) {
		l.method("m", "(LI;)V", 2)
		l.repeat(n, func(i int) {
			l.code("iconst_0; istore_1; L%d:; iload_1; aload_0; invokeinterface I.n ()I; if_icmpge E%d; iinc 1 1; goto L%d; E%d:", i, i, i, i)
		})
		l.code("return")
		l.line("class I interface")
		l.line("abstract n ()I")
		l.repeat(n, func(i int) {
			l.line("class C%d : I", i)
			l.line("method n ()I 1 virtual")
			l.code("sipush %d; ireturn", i)
		})
	}},
	{"lambdas that make lambdas", 8, 2048, func(l *listing, n int) {
		l.repeat(n, func(i int) {
			l.method(fmt.Sprintf("m%d", i), "()V", 1)
			l.code("invokedynamic java/lang/Runnable.run ()V () T.m%d ()V; invokeinterface java/lang/Runnable.run ()V; return", i+1)
		})
		l.method(fmt.Sprintf("m%d", n), "()V", 0)
		l.code("return")
	}},
	{"lambdas in one method", 16, 2048, func(l *listing, n int) {
		l.method("m", "()V", 1)
		l.repeat(n, func(i int) {
			l.code("invokedynamic java/lang/Runnable.run ()V () T.m%d ()V; invokeinterface java/lang/Runnable.run ()V", i)
		})
		l.code("return")
		l.repeat(n, func(i int) { l.method(fmt.Sprintf("m%d", i), "()V", 0); l.code("return") })
	}},
	{"calls on a collection in a loop", 16, 1024, func(l *listing, n int) {
		l.method("m", "(Ljava/util/List;)V", 1)
		l.code("L:; aload_0; invokeinterface java/util/List.isEmpty ()Z; ifne E; aload_0; iconst_0; invokeinterface java/util/List.remove (I)Ljava/lang/Object;; pop")
		l.repeat(n, func(i int) {
			l.code("iconst_0; ifeq A%d; aload_0; aload_0; invokeinterface java/util/List.add (Ljava/lang/Object;)Z; pop; A%d:", i, i)
		})
		l.code("goto L; E:; return")
	}},
	{"methods that a worklist loop calls", 16, 2048, func(l *listing, n int) {
		l.method("m", "(Ljava/util/Deque;)V", 1)
		l.code("L:; aload_0; invokeinterface java/util/Deque.isEmpty ()Z; ifne E; aload_0; invokeinterface java/util/Deque.poll ()Ljava/lang/Object;; pop; invokestatic T.m0 ()V; goto L; E:; return")
		l.repeat(n, func(i int) {
			l.method(fmt.Sprintf("m%d", i), "()V", 0)
			l.code("invokestatic T.m%d ()V; return", i+1)
		})
		l.method(fmt.Sprintf("m%d", n), "()V", 0)
		l.code("return")
	}},
	{"links that a loop follows", 16, 1024, func(l *listing, n int) {
		l.method("m", "(LN;)V", 1)
		l.code("L:; aload_0; ifnull E")
		l.repeat(n, func(i int) { l.code("aload_0; ifnull E; aload_0; getfield N.next LN;; astore_0") })
		l.code("goto L; E:; return")
		l.line("class N")
		l.line("field next LN; public")
	}},
}

// implementations makes n classes below an interface with a body of its method, and a method that calls it n times.
func implementations(l *listing, n int, body string) {
	l.method("m", "(LI;)V", 1)
	l.repeat(n, func(int) { l.code("aload_0; invokeinterface I.f ()V") })
	l.code("return")
	l.line("class I interface")
	l.line("abstract f ()V")
	l.repeat(n, func(i int) {
		class := fmt.Sprintf("C%d", i)
		l.line("class %s : I", class)
		l.line("field i LI; public")
		l.line("method f ()V 1 virtual")
		l.code("%s", strings.ReplaceAll(body, "%s", class))
	})
}
