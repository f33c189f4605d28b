package absint

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// A private field keeps its value where no class of the nest writes it but in the constructor: not even one that the
// field's own class does not mention.
func TestWritesOfNestMates(t *testing.T) {
	a, _ := analyzer(t, "flows")
	for _, tc := range []struct {
		class, field string
		stable       bool
	}{{"flows/Nest$Kept", "n", true}, {"flows/Nest$Shrunk", "n", false}, {"flows/Nest$Resized", "n", false}, {"flows/Nest$Handled", "count", false}} {
		if got := a.fields.resolve(classfile.Member{Class: tc.class, Name: tc.field, Desc: "I"}).stable; got != tc.stable {
			t.Errorf("%s.%s: stable is %v, want %v", tc.class, tc.field, got, tc.stable)
		}
	}
}

// A nest of which a class is not known may do anything to its fields.
func TestNestWithAnUnknownMember(t *testing.T) {
	var known []*classfile.Class
	for _, c := range fixture(t, "flows") {
		if c.Name != "flows/Nest$Other" {
			known = append(known, c)
		}
	}
	a := analyzerOf(known)
	if a.fields.resolve(classfile.Member{Class: "flows/Nest$Kept", Name: "n", Desc: "I"}).stable {
		t.Error("a field is said to be stable that a class which is not known may write")
	}
}
