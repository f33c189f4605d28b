package rules

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestRejectingTable: the JDK has the classes and methods of rejecting.tsv.
func TestRejectingTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(rejecting) < 20 {
		t.Errorf("%d classes", len(rejecting))
	}
	for class, names := range rejecting {
		c := db.Find(class)
		if c == nil {
			t.Errorf("the JDK has no class %s", class)
			continue
		}
		for _, name := range names {
			if name != "*" && !slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == name }) {
				t.Errorf("%s has no method %s", class, name)
			}
		}
	}
}
