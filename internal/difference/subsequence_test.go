package difference

import (
	"fmt"
	"testing"
)

func TestCommonSubsequence(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"", "abc", "[]"},
		{"abc", "abc", "[[0 0] [1 1] [2 2]]"},
		{"xaby", "ab", "[[1 0] [2 1]]"},
		{"ab", "ba", "[[1 0]]"},                            // the first of the two that are as long, by a
		{"abcbdab", "bdcaba", "[[1 0] [4 1] [5 3] [6 4]]"}, // bdab
	} {
		if got := fmt.Sprint(commonSubsequence(len(test.a), len(test.b), func(i, j int) bool { return test.a[i] == test.b[j] })); got != test.want {
			t.Errorf("%q and %q: %s, want %s", test.a, test.b, got, test.want)
		}
	}
}
