package rules

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestChangesTable: the JDK has the methods of changes.tsv.
func TestChangesTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(goingOn) == 0 {
		t.Error("no row is read")
	}
	for class, names := range goingOn {
		for _, name := range names {
			if !declares(db.Find, class, func(m classfile.Method) bool { return m.Name == name }) {
				t.Errorf("%s has no method %s", class, name)
			}
		}
	}
}
