package main

import (
	"fmt"
	"strings"
)

var valueAttacks = []generator{
	{"a sum that doubles", 16, 4096, func(l *listing, n int) {
		l.method("m", "(I)V", 3)
		l.repeat(n, func(int) { l.code("iload_0; iload_0; iadd; istore_0") })
		l.code("iconst_0; istore_1; L:; iload_1; iload_0; if_icmpge E; iinc 1 1; goto L; E:; return")
	}},
	{"a product that squares", 16, 4096, func(l *listing, n int) {
		l.method("m", "(II)V", 3)
		l.repeat(n, func(int) { l.code("iload_0; iload_0; imul; iload_1; iadd; istore_0") })
		l.code("iconst_0; istore_2; L:; iload_2; iload_0; if_icmpge E; iinc 2 1; goto L; E:; return")
	}},
	{"a minimum of minima", 16, 2048, func(l *listing, n int) {
		l.method("m", "(II)V", 3)
		l.repeat(n, func(int) {
			l.code("iload_0; iload_1; invokestatic java/lang/Math.min (II)I; iload_0; iload_1; invokestatic java/lang/Math.max (II)I; istore_1; istore_0")
		})
		l.code("iconst_0; istore_2; L:; iload_2; iload_0; if_icmpge E; iinc 2 1; goto L; E:; return")
	}},
	{"joins of joins", 16, 2048, func(l *listing, n int) {
		l.method("m", "(III)V", 4)
		l.repeat(n, func(i int) {
			l.code("iload_2; ifeq A%d; iload_0; iload_1; istore_0; istore_1; A%d:", i, i)
		})
		l.code("iconst_0; istore_3; L:; iload_3; iload_0; if_icmpge E; iinc 3 1; goto L; E:; return")
	}},
	{"joins of sums", 16, 2048, func(l *listing, n int) {
		l.method("m", "(III)V", 4)
		l.repeat(n, func(i int) {
			l.code("iload_2; ifeq A%d; iload_0; iload_1; iadd; istore_0; goto B%d; A%d:; iload_1; iload_0; isub; istore_1; B%d:", i, i, i, i)
		})
		l.code("iconst_0; istore_3; L:; iload_3; iload_0; if_icmpge E; iinc 3 1; goto L; E:; return")
	}},
	{"references that join", 16, 2048, func(l *listing, n int) {
		l.method("m", "(Ljava/util/List;Ljava/util/List;I)V", 3)
		l.repeat(n, func(i int) {
			l.code("iload_2; ifeq A%d; aload_0; aload_1; astore_0; astore_1; A%d:", i, i)
		})
		l.code("L:; aload_0; invokeinterface java/util/List.isEmpty ()Z; ifne E; aload_0; iconst_0; invokeinterface java/util/List.remove (I)Ljava/lang/Object;; pop; goto L; E:; return")
	}},
	{"variables that join at every branch", 16, 1024, func(l *listing, n int) {
		l.method("m", "(I)V", n+1)
		l.repeat(n, func(i int) { l.code("iconst_0; istore %d", i+1) })
		l.repeat(n, func(i int) { l.code("iload_0; ifeq A%d; iinc %d 1; A%d:", i, i+1, i) })
		l.repeat(n, func(i int) { l.code("iload %d; pop", i+1) })
		l.code("return")
	}},
	{"variables of nested loops", 8, 256, func(l *listing, n int) {
		l.method("m", "(I)V", 2*n+1)
		l.repeat(2*n, func(i int) { l.code("iconst_0; istore %d", i+1) })
		l.repeat(n, func(i int) { l.code("L%d:; iload %d; iload 0; if_icmpge E%d", i, i+1, i) })
		l.repeat(n, func(i int) { l.code("iload %d; iload %d; iadd; istore %d", i+n+1, i+1, (i+1)%n+n+1) })
		for i := n - 1; i >= 0; i-- {
			l.code("iinc %d 1; goto L%d; E%d:", i+1, i, i)
		}
		l.code("return")
	}},
	{"operands of one concatenation", 25, 200, func(l *listing, n int) {
		l.line("version 61")
		l.method("m", fmt.Sprintf("(%s)V", strings.Repeat("I", n)), n)
		l.repeat(n, func(i int) { l.code("iload %d", i) })
		l.code("invokedynamic concat (%s)Ljava/lang/String;; pop; return", strings.Repeat("I", n))
	}},
	{"texts of one concatenation", 25, 200, func(l *listing, n int) {
		l.line("version 61")
		l.method("m", fmt.Sprintf("(%s)V", strings.Repeat("Ljava/lang/String;", n)), n)
		l.repeat(n, func(i int) { l.code("aload %d", i) })
		l.code("invokedynamic concat (%s)Ljava/lang/String;; pop; return", strings.Repeat("Ljava/lang/String;", n))
	}},
	{"concatenations of concatenations", 16, 2048, func(l *listing, n int) {
		l.line("version 61")
		l.method("m", "(Ljava/lang/String;)Ljava/lang/String;", 1)
		l.repeat(n, func(int) {
			l.code("aload_0; aload_0; invokedynamic concat (Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;; astore_0")
		})
		l.code("aload_0; areturn")
	}},
	{"appends to one builder", 64, 4096, func(l *listing, n int) {
		l.method("m", "(Ljava/lang/String;)V", 1)
		l.code("new java/lang/StringBuilder; dup; invokespecial java/lang/StringBuilder.<init> ()V")
		l.repeat(n, func(int) {
			l.code("aload_0; invokevirtual java/lang/StringBuilder.append (Ljava/lang/String;)Ljava/lang/StringBuilder;")
		})
		l.code("pop; return")
	}},
	{"parameters", 16, 255, func(l *listing, n int) {
		l.method("m", fmt.Sprintf("(%s)I", strings.Repeat("I", n)), n+2)
		l.code("iconst_0; istore %d", n)
		l.repeat(n, func(i int) { l.code("iload %d; iload %d; iadd; istore %d", n, i, n) })
		l.code("iconst_0; istore %d; L:; iload %d; iload %d; if_icmpge E; iinc %d 1; goto L; E:; iload 0; ireturn", n+1, n+1, n, n+1)
	}},
	{"dimensions of an array", 16, 255, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(int) { l.code("iload_0") })
		l.code("multianewarray %sI %d; pop; return", strings.Repeat("[", n), n)
	}},
	{"arrays of different lengths", 16, 255, func(l *listing, n int) {
		l.method("m", fmt.Sprintf("(%s)V", strings.Repeat("I", n)), n)
		l.repeat(n, func(i int) { l.code("iload %d", i) })
		l.code("multianewarray %sI %d; pop; return", strings.Repeat("[", n), n)
	}},
	{"fields that a loop reads", 64, 2048, func(l *listing, n int) {
		l.repeat(n, func(i int) { l.line("field f%d I", i) })
		l.method("m", "()V", 1)
		l.code("iconst_0; istore_0")
		l.repeat(n, func(i int) {
			l.code("L%d:; iload_0; getstatic T.f%d I; if_icmpge E%d; iinc 0 1; goto L%d; E%d:", i, i, i, i, i)
		})
		l.code("return")
	}},
}
