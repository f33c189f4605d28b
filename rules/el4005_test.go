package rules

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestBufferedResults: the JDK has the methods of bufferedResults.
func TestBufferedResults(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	for class, names := range bufferedResults {
		c := db.Find(class)
		if c == nil {
			t.Errorf("the JDK has no class %s", class)
			continue
		}
		for _, name := range names {
			if !slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == name }) {
				t.Errorf("%s has no method %s", class, name)
			}
		}
	}
}
