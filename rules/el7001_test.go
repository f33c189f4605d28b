package rules

import (
	"strings"
	"testing"
)

// TestSplitsWithoutPattern holds the condition against what String.split of JDK 17 does.
func TestSplitsWithoutPattern(t *testing.T) {
	for separator, fast := range map[string]bool{
		",": true, ";": true, " ": true, "/": true, "\t": true, "]": true, "}": true, "a": true, "é": true, "\u20ac": true,
		".": false, "$": false, "|": false, "(": false, ")": false, "[": false, "{": false, "^": false, "?": false,
		"*": false, "+": false, `\`: false,
		`\.`: true, `\|`: true, `\\`: true, `\ `: true, `\é`: true, `\-`: true, `\_`: true,
		`\d`: false, `\s`: false, `\W`: false, `\1`: false, `\n`: false,
		"": false, ", ": false, "ab": false, `\s+`: false, `\\.`: false, "[,]": false,
		"\U0001F600": false, // two surrogates
	} {
		if got := splitsWithoutPattern(separator); got != fast {
			t.Errorf("splitsWithoutPattern(%q) = %t", separator, got)
		}
	}
}

// TestPlainTest: what an expression of plain text tests.
func TestPlainTest(t *testing.T) {
	for regex, want := range map[string]string{
		"abc": "equals", "abc.*": "startsWith", ".*abc": "endsWith", ".*abc.*": "contains", ".*": "", "": "", "a.c": "", "a+": "", "(?i)abc": "", `a\d`: "", ".*a|b.*": "", "abc.*x": "",
	} {
		got := plainTest(regex)
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("plainTest(%q) is %q, want %q", regex, got, want)
		}
	}
}
