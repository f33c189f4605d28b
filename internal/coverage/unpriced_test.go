package main

import "testing"

func TestUnpriced(t *testing.T) {
	const sort, max = "java/util/Arrays.sort([C)V", "java/util/Collections.max(Ljava/util/Collection;)Ljava/lang/Object;"
	one, two, jdk := newCounts(program{name: "one"}), newCounts(program{name: "two"}), newCounts(program{name: platformProgram})
	one.add(&method{Unpriced: []string{sort, max}, Reasons: []string{
		"the loop at line 3: i may overflow",
		"the call of java.util.Arrays.sort at line 30 has no price: the loop at line 1957: k may overflow, in java.util.DualPivotQuicksort.sort(char[])",
		"the call of java.util.Collections.max has no price: the call of a.B.c at line 8 has no price: it runs native code, in a.B.d()"}})
	two.add(&method{Unpriced: []string{max}})
	jdk.add(&method{Unpriced: []string{sort, sort}})
	want := `
| methods | call | reason |
| ---: | --- | --- |
| 2 | ` + "`" + max + "`" + ` | it runs native code |
| 1 | ` + "`" + sort + "`" + ` | x may overflow |
`
	all := unpricedOf([]*counts{one, two, jdk})
	if got := all.table(5); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := all.ranked(1); len(got) != 1 || got[0] != max {
		t.Errorf("first of all: %v", got)
	}
}
