package absint_test

import (
	"reflect"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
)

// TestPeekBoundsOnDemand holds that the code of a method is read without bounding its loops, that they are bounded once when
// they are asked for, and that the bounds are those of Summary.
func TestPeekBoundsOnDemand(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "loops")
	m := methods["Loops.nested"]
	analyses := 0
	a.Facts = func(*classfile.Method) symval.Facts {
		analyses++
		return symval.Facts{}
	}
	c := a.Peek(m)
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	if len(c.Graph().Loops) != 2 || c.Func() == nil {
		t.Fatal("the code has not two loops")
	}
	header := int(c.Graph().Loops[0].Header)
	if len(c.BlockPatterns(header)) == 0 || len(c.TilesOf(c.Func().Body[header]...)) == 0 {
		t.Error("the header of a loop has no patterns")
	}
	if analyses != 0 {
		t.Errorf("reading the code took %d analyses", analyses)
	}
	got := c.Bounds().Loops(nil)
	if again := c.Bounds().Loops(nil); analyses != 1 || !reflect.DeepEqual(got, again) {
		t.Errorf("asking twice for the bounds took %d analyses", analyses)
	}
	if want := a.Summary(m).Loops(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("loops %v, want %v", got, want)
	}
	analyses = 0
	if a.Peek(m).Bounds(); analyses != 0 {
		t.Error("a method with a summary was analysed again")
	}
}
