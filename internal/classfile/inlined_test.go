package classfile

import "testing"

func TestInlinedLines(t *testing.T) {
	ls := parseInlined("SMAP\nA.kt\nKotlin\n*S Kotlin\n*F\n+ 1 A.kt\nA\n+ 2 _Collections.kt\nkotlin/collections/C\n*L\n1#1,40:1\n774#2:41\n865#2,2:42\n" +
		"*S KotlinDebug\n*F\n+ 1 A.kt\nA\n*L\n12#1:41\n12#1:42,2\n20#1,3:50\n*E\n")
	for n, want := range map[int]int{1: 1, 40: 40, 41: 12, 42: 12, 43: 12, 44: 44, 50: 20, 52: 22, 53: 53} {
		if got := ls.Line(n); got != want {
			t.Errorf("line %d is %d, want %d", n, got, want)
		}
	}
	for _, bad := range []string{"", "SMAP\n", "*S KotlinDebug\n", "*S KotlinDebug\n*L\n", "*S KotlinDebug\n*L\nx#1:y\n1#1,-4:2,-3\n:\n*E"} {
		if got := parseInlined(bad).Line(7); got != 7 {
			t.Errorf("%q maps 7 to %d", bad, got)
		}
	}
}
