package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestRecordedObjects: what a field holds is the same in each call of a method that a recorded run was seen in, unless it was seen where the
// objects are made, too.
func TestRecordedObjects(t *testing.T) {
	for _, c := range []struct {
		sampled []string
		want    bool
	}{
		{[]string{"fitsOne"}, true},
		{[]string{"fitsOne", "<init>"}, false},
		{[]string{"fitsOne", "fitsOnce"}, false},
		{[]string{"fitsOne", "change"}, true},
	} {
		sampled := func(m *classfile.Method) bool {
			return m.Class.Name == "el7001/Fields" && slices.Contains(c.sampled, m.Name)
		}
		found := false
		for _, f := range runFixture(t, "el7001", Options{Sampled: sampled}) {
			found = found || f.Location.Method == "fitsOne" && strings.Contains(f.Message, "keep its Pattern in a field beside it")
		}
		if found != c.want {
			t.Errorf("seen in %v: found %t", c.sampled, found)
		}
	}
}
