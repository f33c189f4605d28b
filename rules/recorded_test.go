package rules

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/tier"
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

// TestSpent: the JDK of this machine has the methods whose samples are a saving, private ones among them.
func TestSpent(t *testing.T) {
	tier.Slow(t, tier.JVM)
	javap := tier.Program(t, "javap")
	checked := 0
	for _, r := range All() {
		for _, m := range r.Spent {
			out, err := exec.CommandContext(t.Context(), javap, "-p", strings.ReplaceAll(m.Class, "/", ".")).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v: %s", m.Class, err, out)
			}
			if !strings.Contains(string(out), " "+m.Name+"(") {
				t.Errorf("%s: %s has no method %s", r.ID, m.Class, m.Name)
			}
			checked++
		}
	}
	if checked < 3 {
		t.Errorf("%d methods are checked", checked)
	}
}
