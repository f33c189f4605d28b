package repair

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// TestWellFormed: what java.util.regex may refuse, or read in another way, has no pattern in a field.
func TestWellFormed(t *testing.T) {
	for _, expr := range []string{"a", ", +", `\s+`, "[0-9]+", "[^A-Za-z0-9]", `-(\d+(\.|$))`, "<.*?>", "a{2,3}b{4}c{5,}", `\\`, "(?:a|b)*", "^x$", "[+-]", "é+", `\[\]`, "😀+",
		" ++", "a*+", "a?+b", "a{2}+", "(?s)<.*>", "(?im)^a", "a(?=b)", "(?!a)[a-z]+", `\p{L}+`, `[^\p{Alnum}_]`, `\p{InCombiningDiacriticalMarks}+`, `\\p`} {
		if !wellFormed(expr) {
			t.Errorf("%q is a regular expression of Java's", expr)
		}
	}
	for _, expr := range []string{
		"", "*", "a**", "(", ")", "[", "a{", "{", "{2}", "a{3,2}", "^*", "$+", `\b*`, "(*a)", "|*", "[b-a]", "[a&&b]", "[[a]]", "a(?i)b", "(?x)a", "(?i", "(?<n>a)", "(?<=a+)b", "(?=*)", `\Q`, `\k<n>`, `\p{Alfa}`, `\p`, "a+++", "a?+?", "a{2}+{3}", "a*?+", "[+", "++",
		`\_`, `\z`, `a\`, "\x00", "a\nb", "[]", "[]a]", "[^]",
	} {
		if wellFormed(expr) {
			t.Errorf("%q is taken for a regular expression that is certainly one of Java's", expr)
		}
	}
}

// TestApply: a repair is made as a whole or not at all, and none in text that another one changes.
func TestApply(t *testing.T) {
	edit := func(start, end int, text string) finding.Edit {
		return finding.Edit{Start: start, End: end, Text: text}
	}
	fix := func(edits ...finding.Edit) *finding.Fix { return &finding.Fix{Edits: edits} }
	for _, test := range []struct {
		name  string
		fixes []*finding.Fix
		want  string
		taken string
	}{
		{"none", nil, "abcdef", ""},
		{"two", []*finding.Fix{fix(edit(4, 5, "E")), fix(edit(0, 1, "A"))}, "AbcdEf", "11"},
		{"overlap", []*finding.Fix{fix(edit(1, 3, "X")), fix(edit(2, 4, "Y"), edit(5, 6, "F"))}, "aXdef", "10"},
		{"touching", []*finding.Fix{fix(edit(1, 3, "X")), fix(edit(3, 4, "Y"))}, "aXdef", "10"},
		{"the same import", []*finding.Fix{fix(edit(0, 0, "i;"), edit(1, 2, "B")), fix(edit(0, 0, "i;"), edit(3, 4, "D"))}, "i;aBcDef", "11"},
		{"insertions at one place", []*finding.Fix{fix(edit(2, 2, "1")), fix(edit(2, 2, "2"))}, "ab12cdef", "11"},
		{"insertion in what is replaced", []*finding.Fix{fix(edit(1, 4, "X")), fix(edit(2, 2, "2"))}, "aXef", "10"},
		{"outside", []*finding.Fix{fix(edit(5, 9, "X")), fix(edit(-1, 0, "Y")), fix(edit(3, 2, "Z")), fix()}, "abcdef", "0000"},
	} {
		out, taken := Apply([]byte("abcdef"), test.fixes)
		var got strings.Builder
		for _, ok := range taken {
			got.WriteString(map[bool]string{true: "1", false: "0"}[ok])
		}
		if string(out) != test.want || got.String() != test.taken {
			t.Errorf("%s: %q, taken %s; want %q, %s", test.name, out, got.String(), test.want, test.taken)
		}
	}
}

// TestNewFile: sources whose text Java reads in another way than the grammar are not repaired.
func TestNewFile(t *testing.T) {
	for _, test := range []struct{ text, reason string }{
		{"class A {}", ""},
		{"class A { String s = \"\\u00e9 \\u0001\"; }", ""},
		{"class A {}\r\n", ""},
		{"class A { String s = \"a\\u0020\\u0041\\u002e\"; char c = '\\u0041'; }", ""},
		{"class A { String s = \"\\u0031\"; }", "Unicode escapes"},
		{"class A { String s = \"\\u005cn\"; }", "Unicode escapes"},
		{"class A { int \\u0041 = 1; }", "does not know its syntax"},
		{"class A { /* \\u0041 */ }", "Unicode escapes"},
		{"class A { String s = \"\\u0022 + x + \\u0022\"; }", "Unicode escapes"},
		{"class A { /* \\uuu002a/ */ }", "Unicode escapes"},
		{"class A {} // \\u000a class B {}", "Unicode escapes"},
		{"class A {\r}\r", "carriage return"},
		{"class A { String s = \"\xff\"; }", "UTF-8"},
		{"class A {", "does not know its syntax"},
	} {
		_, err := NewFile([]byte(test.text), nil, Names{})
		if (err == nil) != (test.reason == "") || err != nil && !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%q: %v, want %q", test.text, err, test.reason)
		}
	}
}

// TestUnescape reads string literals as Java does.
func TestUnescape(t *testing.T) {
	for _, test := range []struct {
		literal, want string
		ok            bool
	}{
		{`a\tb`, "a\tb", true}, {`\\d\"\'`, `\d"'`, true}, {`\0\12\1234\477`, "\x00\nS4'7", true}, {`\u00e9\uuu0041`, "éA", true}, {`\s`, " ", true},
		{`\d`, "", false}, {`a\`, "", false}, {`\u00`, "", false}, {`\ud83d\ude00`, "", false}, {`\u00zz`, "", false},
	} {
		if got, ok := unescape(test.literal); ok != test.ok || ok && got != test.want {
			t.Errorf("%s: %q, %t; want %q, %t", test.literal, got, ok, test.want, test.ok)
		}
	}
}
