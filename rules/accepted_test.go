package rules

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestAcceptedTable: the JDK has the methods of accepted.tsv, with as many parameters as ranges.
func TestAcceptedTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(accepted) < 10 {
		t.Errorf("%d rows are read", len(accepted))
	}
	for c, spans := range accepted {
		if !declares(db.Find, c.Class, is(c)) {
			t.Errorf("the JDK has no %s.%s%s", c.Class, c.Name, c.Desc)
		}
		if len(spans) != len(classfile.Params(c.Desc)) {
			t.Errorf("%s.%s%s: %d ranges", c.Class, c.Name, c.Desc, len(spans))
		}
		for _, s := range spans {
			if s.least > s.most {
				t.Errorf("%s.%s%s: from %d to %d", c.Class, c.Name, c.Desc, s.least, s.most)
			}
		}
	}
}
