package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestNamedCalls: the JDK has the methods that rules name to tell what a method is about.
func TestNamedCalls(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range slices.Concat(collectionMeant, memoryRead, abandoning) {
		c := db.Find(x.Class)
		if c == nil || !slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == x.Name }) {
			t.Errorf("the JDK has no %s.%s", x.Class, x.Name)
		}
	}
	for _, begin := range checkedIO {
		if !slices.ContainsFunc(db.Names(), func(class string) bool { return strings.HasPrefix(class, begin) }) {
			t.Errorf("the JDK has no class whose name begins with %s", begin)
		}
	}
	for _, class := range printing {
		if db.Find(class) == nil {
			t.Errorf("the JDK has no class %s", class)
		}
	}
}
