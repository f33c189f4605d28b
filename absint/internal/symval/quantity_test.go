package symval

import (
	"testing"
	"unicode/utf16"

	"github.com/energylint/energylint/absint/internal/expr"
)

// TestUtf16Length compares with the encoder of the standard library: String.length counts code units.
func TestUtf16Length(t *testing.T) {
	for _, s := range []string{"", "a", "ä€", "\U0001F600x", "\uffff\U00010000"} {
		if got, want := Utf16Length(s), int64(len(utf16.Encode([]rune(s)))); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// TestConvertedRanges checks the range after a narrowing conversion: a range that does not fit becomes that of the type.
func TestConvertedRanges(t *testing.T) {
	for _, tc := range []struct {
		desc    string
		r, want expr.Interval
	}{
		{"B", expr.Interval{Lo: -128, Hi: 127}, expr.Interval{Lo: -128, Hi: 127}},
		{"B", expr.Interval{Lo: 3, Hi: 4}, expr.Interval{Lo: 3, Hi: 4}},
		{"B", expr.Interval{Lo: 3, Hi: 128}, expr.Interval{Lo: -128, Hi: 127}},
		{"C", expr.Interval{Lo: -1, Hi: 5}, expr.Interval{Lo: 0, Hi: 65535}},
		{"Z", expr.Interval{Lo: 0, Hi: 1}, expr.Interval{Lo: 0, Hi: 1}},
	} {
		if got := unchanged(tc.r, DescRange(tc.desc)); got != tc.want {
			t.Errorf("%v as %s: %v, want %v", tc.r, tc.desc, got, tc.want)
		}
	}
}
