package main

var loopAttacks = []generator{
	{"nested do-while loops on one variable", 8, 4096, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(i int) { l.code("L%d:; iinc 0 -1", i) })
		for i := n - 1; i >= 0; i-- {
			l.code("iload 0; ifgt L%d", i)
		}
		l.code("return")
	}},
	{"nested do-while loops on two variables", 8, 2048, func(l *listing, n int) {
		l.method("m", "(II)V", 2)
		l.repeat(n, func(i int) { l.code("L%d:; iinc %d -1", i, i%2) })
		for i := n - 1; i >= 0; i-- {
			l.code("iload 0; iload 1; if_icmplt L%d", i)
		}
		l.code("return")
	}},
	{"nested counted loops", 8, 1024, func(l *listing, n int) {
		l.method("m", "(I)V", n+1)
		nestLoops(l, n, func(i int) int { return i + 1 })
	}},
	{"nested counted loops with the outer counter as limit", 8, 1024, func(l *listing, n int) { nestByLimit(l, n, "") }},
	{"nested counted loops with half the outer counter as limit", 8, 1024, func(l *listing, n int) { nestByLimit(l, n, "; iconst_2; idiv") }},
	{"nested counted loops with a multiple of the outer counter as limit", 8, 1024, func(l *listing, n int) {
		nestByLimit(l, n, "; iload 0; imul; bipush 7; iadd")
	}},
	{"nested counted loops with the smaller of counter and parameter as limit", 8, 1024, func(l *listing, n int) {
		nestByLimit(l, n, "; iload 0; iconst_3; idiv; invokestatic java/lang/Math.min (II)I")
	}},
	{"nested loops that share two counters", 8, 1024, func(l *listing, n int) {
		l.method("m", "(I)V", 3)
		nestLoops(l, n, func(i int) int { return i%2 + 1 })
	}},
	{"loops in sequence on one variable", 32, 2048, func(l *listing, n int) {
		l.method("m", "(I)I", 2)
		l.code("iconst_0; istore 1")
		l.repeat(n, func(i int) { l.code("L%d:; iload 1; iload 0; if_icmpge E%d; iinc 1 1; goto L%d; E%d:", i, i, i, i) })
		l.code("iload 1; ireturn")
	}},
	{"loops in sequence, each to the counter of the one before", 32, 2048, func(l *listing, n int) {
		l.method("m", "(I)I", n+1)
		l.repeat(n, func(i int) {
			l.code("iconst_0; istore %d; L%d:; iload %d; iload %d; if_icmpge E%d; iinc %d 1; goto L%d; E%d:", i+1, i, i+1, i, i, i+1, i, i)
		})
		l.code("iload %d; ireturn", n)
	}},
	{"back edges to one header", 128, 8192, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.code("L:; iinc 0 -1")
		l.repeat(n, func(int) { l.code("iload_0; ifgt L") })
		l.code("return")
	}},
	{"back edges to one header, each with its own step", 64, 4096, func(l *listing, n int) {
		l.method("m", "(II)V", 2)
		l.code("L:")
		l.repeat(n, func(i int) { l.code("iinc 0 %d; iload_1; ifgt L", -1-i%100) })
		l.code("return")
	}},
	{"paths through one iteration", 32, 2048, func(l *listing, n int) {
		l.method("m", "([II)I", 4)
		l.code("iconst_0; istore_2; iconst_0; istore_3; L:; iload_2; iload_1; if_icmpge E")
		l.repeat(n, func(i int) {
			l.code("aload_0; iload_2; iaload; bipush %d; if_icmpge A%d; iinc 3 1; A%d:", i%100, i, i)
		})
		l.code("iinc 2 1; goto L; E:; iload_3; ireturn")
	}},
	{"steps that depend on branches in one iteration", 32, 2048, func(l *listing, n int) {
		l.method("m", "([II)I", 3)
		l.code("iconst_0; istore_2; L:; iload_2; iload_1; if_icmpge E")
		l.repeat(n, func(i int) {
			l.code("aload_0; iload_2; iaload; bipush %d; if_icmpge A%d; iinc 2 1; A%d:", i%100, i, i)
		})
		l.code("iinc 2 1; goto L; E:; iload_2; ireturn")
	}},
	{"irreducible loops", 16, 2048, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(i int) {
			l.code("iload_0; ifeq B%d; A%d:; iinc 0 1; B%d:; iinc 0 -2; iload_0; ifgt A%d", i, i, i, i)
		})
		l.code("return")
	}},
	{"nested irreducible loops", 16, 1024, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(i int) { l.code("iload_0; ifeq B%d; A%d:; iinc 0 1", i, i) })
		for i := n - 1; i >= 0; i-- {
			l.code("B%d:; iinc 0 -2; iload_0; ifgt A%d", i, i)
		}
		l.code("return")
	}},
	{"jumps from every block to every block", 4, 64, func(l *listing, n int) {
		l.method("m", "(I)V", 1)
		l.repeat(n, func(i int) {
			l.code("A%d:", i)
			l.repeat(n, func(j int) { l.code("iinc 0 -1; iload_0; bipush %d; if_icmpeq A%d", j, j) })
		})
		l.code("return")
	}},
	{"counters of one loop", 16, 1024, func(l *listing, n int) {
		l.method("m", "(I)V", n+1)
		l.repeat(n, func(i int) { l.code("iconst_0; istore %d", i+1) })
		l.code("L:")
		l.repeat(n, func(i int) { l.code("iload %d; iload_0; if_icmpge E; iinc %d 1", i+1, i+1) })
		l.code("goto L; E:; return")
	}},
	{"variables that rotate in a loop", 16, 1024, func(l *listing, n int) {
		l.method("m", "(I)V", n+2)
		l.repeat(n, func(i int) { l.code("iconst_0; istore %d", i+1) })
		l.code("L:; iload 1; iload 0; if_icmpge E; iload 1; istore %d", n+1)
		l.repeat(n, func(i int) { l.code("iload %d; istore %d", i+2, i+1) })
		l.code("iinc 1 1; goto L; E:; return")
	}},
}

// nestLoops nests n loops that count variable counter(i) up to the first parameter.
func nestLoops(l *listing, n int, counter func(i int) int) {
	l.repeat(n, func(i int) {
		c := counter(i)
		l.code("iconst_0; istore %d; L%d:; iload %d; iload 0; if_icmpge E%d", c, i, c, i)
	})
	for i := n - 1; i >= 0; i-- {
		l.code("iinc %d 1; goto L%d; E%d:", counter(i), i, i)
	}
	l.code("return")
}

// nestByLimit nests n loops, each of which counts up to what it computes from the counter of the one around it.
func nestByLimit(l *listing, n int, compute string) {
	l.method("m", "(I)V", n+1)
	l.repeat(n, func(i int) {
		l.code("iconst_0; istore %d; L%d:; iload %d; iload %d%s; if_icmpge E%d", i+1, i, i+1, i, compute, i)
	})
	for i := n - 1; i >= 0; i-- {
		l.code("iinc %d 1; goto L%d; E%d:", i+1, i, i)
	}
	l.code("return")
}
