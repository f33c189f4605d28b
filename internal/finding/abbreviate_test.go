package finding

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAbbreviated(t *testing.T) {
	term := "n * " + strings.Repeat("m * ", 70) + "k" // 285 bytes
	group := "n * (" + term + " + " + term + " - " + term + ")"
	tests := []struct{ name, formula, want string }{
		{"short", "35.2 uJ + n * 118 nJ", "35.2 uJ + n * 118 nJ"},
		{"two terms fit", term + " + " + term + " - " + term + " + 1 nJ", term + " + " + term + " + … (and 2 more terms)"},
		{"one more", term + " - 1 nJ + " + group, term + " - 1 nJ + … (and 1 more term)"},
		{"one group", group, group[:maxFormula] + "… (600 of 867 characters)"},
		{"inside a character", strings.Repeat("é", 299) + "aé" + strings.Repeat("é", 10), strings.Repeat("é", 299) + "a… (300 of 311 characters)"},
		{"never closed", "((" + term + " + " + term + " + " + term, ("((" + term + " + " + term + " + " + term)[:maxFormula] + "… (600 of 863 characters)"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got := Abbreviated(c.formula)
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if !utf8.ValidString(got) {
				t.Error("not UTF-8")
			}
		})
	}
	if long := (Distribution{Formula: group, Rounded: group}).Readable(); len(long) > 700 {
		t.Errorf("people read %d bytes", len(long))
	}
}

func TestDiffering(t *testing.T) {
	long := "ceil(2 * describe().length() / 8) * 102 nJ"
	tests := []struct{ name, a, b, wantA, wantB string }{
		{"short ones are whole", "1 uJ + n * 2 nJ", "2 uJ + n * 2 nJ", "1 uJ + n * 2 nJ", "2 uJ + n * 2 nJ"},
		{
			"the terms of both are counted", "1 uJ + " + long + " + x * " + long + " + y * " + long + " + n * 2 nJ + 0 nJ", "2 uJ + " + long + " + x * " + long + " + y * " + long + " - m * 3 nJ",
			"1 uJ + n * 2 nJ + 0 nJ + … (3 terms of both)", "2 uJ - m * 3 nJ + … (3 terms of both)",
		},
		{
			"one twice", "1 uJ + " + long + " + " + long + " + x * " + long + " + y * " + long, "1 uJ + " + long + " + x * " + long,
			"1 uJ + " + long + " + y * " + long + " + … (2 terms of both)", "1 uJ + … (2 terms of both)",
		},
		{"the same", "1 uJ + " + long + " - x * " + long + " - y * " + long + " + z * " + long, "1 uJ + " + long + " - x * " + long + " - y * " + long + " + z * " + long, "1 uJ + … (4 terms of both)", "1 uJ + … (4 terms of both)"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if a, b := Differing(c.a, c.b); a != c.wantA || b != c.wantB {
				t.Errorf("got  %s\n     %s\nwant %s\n     %s", a, b, c.wantA, c.wantB)
			}
		})
	}
}
