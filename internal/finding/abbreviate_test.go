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
