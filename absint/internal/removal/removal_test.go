package removal_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestRemoval: a loop that either advances over a list or removes an element of it runs once for each element; not if an iteration may do
// neither, or puts elements back.
func TestRemoval(t *testing.T) {
	for name, want := range map[string]string{
		"removedOrPassed": "l.size()", "backByOne": "l.size()", "inOne": "l.size()", "ofField": "own.size()", "from": "l.size() + 5", "two": "l.size()",
		"untilLast": "l.size()",
		"neither":   "? ", "backByTwo": "? ", "ofObject": "? ", "put": "? ", "twoForOne": "? ", "another": "? ", "putToOther": "? ", "caught": "? ", "sizeBefore": "? ",
		"replaced": "? ",
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "removal", "Removal."+name, []string{want}) })
	}
}

// TestDeleted: the same for the characters of a builder.
func TestDeleted(t *testing.T) {
	for name, want := range map[string]string{
		"backByOne": "b.length()", "deletedOrPassed": "b.length()", "ofOwn": "b.length()", "repeated": "b.length()",
		"neither": "? ", "backByTwo": "? ", "put": "? ", "putByOther": "? ", "another": "? ", "caught": "? ", "empty": "? ", "replaced": "? ", "reset": "? ",
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "removal", "Deleted."+name, []string{want}) })
	}
}
