package energy

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestKotlinLines: lines are those of the source, also of code that the compiler inlined, whose lines in the class file are beyond the
// end of the source.
func TestKotlinLines(t *testing.T) {
	named := regexp.MustCompile(`line (\d+)`)
	loops, reasons := 0, 0
	for _, source := range []string{"kotlinforms/Forms.kt", "el2007kotlin/Chains.kt", "kotlinworklists/Worklists.kt"} {
		text, err := os.ReadFile("../../testdata/fixtures/" + source)
		if err != nil {
			t.Fatal(err)
		}
		last := bytes.Count(text, []byte("\n")) + 1
		e, methods := withJDK(t, filepath.Dir(source), nil)
		for name, m := range methods {
			if n := e.Location(m).Line; n > last {
				t.Errorf("%s: %s is at line %d of %d", source, name, n, last)
			}
			v := e.Evaluate([]*classfile.Method{m})
			for _, l := range e.Summary(m).Loops(nil) {
				if loops++; l.Line > last || l.Line == 0 {
					t.Errorf("%s: %s has a loop at line %d of %d", source, name, l.Line, last)
				}
			}
			for _, r := range v.Worst(m, confidence).Outcome.Reasons {
				for _, x := range named.FindAllStringSubmatch(r.Text, -1) {
					if n, _ := strconv.Atoi(x[1]); n > last || n == 0 {
						t.Errorf("%s: %s: %s", source, name, r.Text)
					}
					reasons++
				}
			}
		}
	}
	if loops < 20 || reasons < 10 {
		t.Errorf("%d loops and %d reasons with lines are too few to show anything", loops, reasons)
	}
}
