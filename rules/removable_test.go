package rules

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestRejectingTable: the JDK has the classes and methods of rejecting.tsv.
func TestRejectingTable(t *testing.T) { namedInJDK(t, rejecting, 20) }

// namedInJDK holds that the JDK has the classes and methods of a table, of which * stands for all of a class, and that the table has as many rows.
func namedInJDK(t *testing.T, table map[string][]string, least int) {
	t.Helper()
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(table) < least {
		t.Errorf("%d classes", len(table))
	}
	for class, names := range table {
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
