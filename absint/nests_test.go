package absint_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/internal/classfile"
)

// A private field keeps its value where no class of the nest writes it but in the constructor: not even one that the
// field's own class does not mention.
func TestWritesOfNestMates(t *testing.T) {
	a, _ := absinttest.Analyzer(t, "flows")
	for _, tc := range []struct {
		class, field string
		stable       bool
	}{{"flows/Nest$Kept", "n", true}, {"flows/Nest$Shrunk", "n", false}, {"flows/Nest$Resized", "n", false}, {"flows/Nest$Handled", "count", false}} {
		if got := a.Fields.Resolve(classfile.Member{Class: tc.class, Name: tc.field, Desc: "I"}).Stable; got != tc.stable {
			t.Errorf("%s.%s: stable is %v, want %v", tc.class, tc.field, got, tc.stable)
		}
	}
}

// A nest of which a class is not known may do anything to its fields.
func TestNestWithAnUnknownMember(t *testing.T) {
	var known []*classfile.Class
	for _, c := range absinttest.Fixture(t, "flows") {
		if c.Name != "flows/Nest$Other" {
			known = append(known, c)
		}
	}
	a := absinttest.AnalyzerOf(known)
	if a.Fields.Resolve(classfile.Member{Class: "flows/Nest$Kept", Name: "n", Desc: "I"}).Stable {
		t.Error("a field is said to be stable that a class which is not known may write")
	}
}
