package report

import (
	"bytes"
	"encoding/csv"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

func TestMethodsCSVGolden(t *testing.T) {
	golden(t, "methods.csv", writeMethods(t, "csv", Options{}))
}

// Names come from class files: none becomes a formula of a spreadsheet, or ends its cell or row.
func TestMethodsCSVIsNoFormula(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"m", "m"},
		{"<init>", "<init>"},
		{"=HYPERLINK(1)", "'=HYPERLINK(1)"},
		{"+1", "'+1"},
		{"-1", "'-1"},
		{"@SUM(1)", "'@SUM(1)"},
		{"\t=1", "'=1"},
		{"\r\n=1", `\r =1`},
		{"＝1", "'＝1"},
		{`a","b`, `a","b`},
		{"a\nb", "a b"},
	} {
		var b bytes.Buffer
		if err := WriteMethods(&b, "csv", &result.MethodReport{Unit: "J", Methods: []result.Method{{Class: "a/B", Name: c.name, Status: result.Bounded}}}, Options{}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatalf("%q: %v", c.name, err)
		}
		if len(rows) != 2 || rows[1][0] != "a.B" || rows[1][1] != c.want {
			t.Errorf("%q: %q, want %q", c.name, rows, c.want)
		}
	}
}
