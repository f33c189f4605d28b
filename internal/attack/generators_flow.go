package main

import (
	"fmt"
	"strings"
)

var flowAttacks = []generator{
	{"branches in sequence", 256, 4096, func(l *listing, n int) {
		l.method("m", "(I)I", 2)
		l.code("iconst_0; istore_1")
		l.repeat(n, func(i int) { l.code("iload_0; ifeq A%d; iinc 1 1; A%d:", i, i) })
		l.code("iload_1; ireturn")
	}},
	{"branches that skip to the end", 256, 4096, func(l *listing, n int) {
		l.method("m", "(I)I", 2)
		l.code("iconst_0; istore_1")
		l.repeat(n, func(i int) { l.code("iload_0; bipush %d; if_icmpeq E; iinc 1 1", i%100) })
		l.code("E:; iload_1; ireturn")
	}},
	{"calls of different cost between branches", 128, 2048, func(l *listing, n int) {
		l.method("m", "([II)I", 2)
		l.repeat(n, func(i int) {
			l.code("iload_1; bipush %d; if_icmpeq A%d; aload_0; iload_1; invokestatic T.f%d ([II)V; A%d:", i%100, i, i%8, i)
		})
		l.code("iconst_0; ireturn")
		l.repeat(8, func(i int) {
			l.method(fmt.Sprintf("f%d", i), "([II)V", 3)
			l.code("iconst_0; istore_2; L:; iload_2; aload_0; arraylength; if_icmpge E; iinc 2 %d; goto L; E:; return", i+1)
		})
	}},
	{"cases of a switch", 256, 4096, func(l *listing, n int) {
		l.method("m", "(I)I", 2)
		var cases strings.Builder
		for i := range n {
			fmt.Fprintf(&cases, " %d=C%d", i, i)
		}
		l.code("iconst_0; istore_1; iload_0; tableswitch D%s", cases.String())
		l.repeat(n, func(i int) { l.code("C%d:; iinc 1 1", i) })
		l.code("D:; iload_1; ireturn")
	}},
	{"cases of a switch in a loop", 256, 2048, func(l *listing, n int) {
		l.method("m", "(I)I", 2)
		var cases strings.Builder
		for i := range n {
			fmt.Fprintf(&cases, " %d=C%d", i*7, i)
		}
		l.code("iconst_0; istore_1; L:; iload_0; lookupswitch D%s", cases.String())
		l.repeat(n, func(i int) { l.code("C%d:; iinc 1 1; goto L", i) })
		l.code("D:; iload_1; ireturn")
	}},
	{"nested switches", 16, 512, func(l *listing, n int) {
		l.method("m", "(I)I", 2)
		l.code("iconst_0; istore_1")
		l.repeat(n, func(i int) {
			l.code("iload_0; tableswitch D 0=A%d 1=B%d 2=D; A%d:; iinc 1 1; B%d:; iinc 1 2", i, i, i, i)
		})
		l.code("D:; iload_1; ireturn")
	}},
	{"handlers in sequence", 64, 2048, func(l *listing, n int) {
		l.method("m", "([I)V", 2)
		l.repeat(n, func(i int) { l.code("S%d:; aload_0; arraylength; pop; T%d:; goto E%d; H%d:; pop; E%d:", i, i, i, i, i) })
		l.code("return")
		l.repeat(n, func(i int) { l.code(".catch S%d T%d H%d any", i, i, i) })
	}},
	{"nested handlers", 16, 1024, func(l *listing, n int) {
		l.method("m", "([I)V", 2)
		l.repeat(n, func(i int) { l.code("S%d:; aload_0; arraylength; pop", i) })
		for i := n - 1; i >= 0; i-- {
			l.code("T%d:; goto E%d; H%d:; pop; E%d:", i, i, i, i)
		}
		l.code("return")
		for i := n - 1; i >= 0; i-- {
			l.code(".catch S%d T%d H%d java/lang/RuntimeException", i, i, i)
		}
	}},
	{"overlapping handlers", 16, 1024, func(l *listing, n int) {
		l.method("m", "([I)V", 2)
		l.repeat(n, func(i int) { l.code("S%d:; aload_0; arraylength; pop", i) })
		l.repeat(n, func(i int) { l.code("T%d:; aload_0; arraylength; pop", i) })
		l.code("return")
		l.repeat(n, func(i int) { l.code("H%d:; pop; return", i) })
		l.repeat(n, func(i int) { l.code(".catch S%d T%d H%d java/lang/Exception%d", i, i, i, i) })
	}},
	{"entries of an exception table for one range", 1024, 65535, func(l *listing, n int) {
		l.method("m", "([I)V", 2)
		l.code("S:; aload_0; arraylength; pop; T:; return; H:; pop; return")
		l.repeat(n, func(int) { l.code(".catch S T H java/lang/Exception") })
	}},
	{"entries of an exception table over many instructions", 256, 16384, func(l *listing, n int) {
		l.method("m", "([I)V", 2)
		l.code("S:")
		l.repeat(n/4, func(int) { l.code("aload_0; arraylength; pop") })
		l.code("T:; return; H:; pop; return")
		l.repeat(n, func(i int) { l.code(".catch S T H X%d", i) })
	}},
	{"handlers that protect themselves", 16, 1024, func(l *listing, n int) {
		l.method("m", "([I)V", 2)
		l.code("S:; aload_0; arraylength; pop")
		l.repeat(n, func(i int) { l.code("H%d:; pop; aload_0; arraylength; pop; aconst_null", i) })
		l.code("pop; T:; return")
		l.repeat(n, func(i int) { l.code(".catch S T H%d X%d", i, i) })
	}},
	{"calls of a subroutine", 16, 1024, func(l *listing, n int) {
		l.line("version 48")
		l.method("m", "(I)V", 2)
		l.repeat(n, func(int) { l.code("jsr S") })
		l.code("return; S:; astore_1; iinc 0 1; ret 1")
	}},
	{"nested subroutines", 4, 64, func(l *listing, n int) {
		l.line("version 48")
		l.method("m", "(I)V", n+2)
		l.code("jsr S0; return")
		l.repeat(n, func(i int) {
			l.code("S%d:; astore %d", i, i+1)
			if i < n-1 {
				l.code("jsr S%d; jsr S%d", i+1, i+1)
			}
			l.code("ret %d", i+1)
		})
	}},
	{"instructions without a branch", 4096, 65536 / 3, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(int) { l.code("iinc 0 1") })
		l.code("return")
	}},
	{"monitors", 64, 4096, func(l *listing, n int) {
		l.method("m", "(Ljava/lang/Object;)V", 1)
		l.repeat(n, func(int) { l.code("aload_0; monitorenter") })
		l.repeat(n, func(int) { l.code("aload_0; monitorexit") })
		l.code("return")
	}},
}
