package summaries

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// expects prices Shape.pick by an expected cost, and no other method.
type expects struct{}

func (expects) Cost(m classfile.Member, _ func(int, absint.Measure, bool) absint.Size) (absint.LibraryCost, bool) {
	if m.Class != "lib/Shape" || m.Name != "pick" {
		return absint.LibraryCost{}, false
	}
	one := absint.LibraryTerm{Pattern: pattern.Of(pattern.Addition, pattern.Int, pattern.Load), Count: absint.Const(1)}
	return absint.LibraryCost{Terms: []absint.LibraryTerm{one}, Expected: true}, true
}
func (expects) Stated(classfile.Member) bool                     { return false }
func (expects) Assumed() (pattern.ID, float64, string, bool)     { return 0, 0, "", false }
func (expects) Calls(classfile.Member) (bool, []absint.Callback) { return true, nil }
func (expects) AssumedCall(*classfile.Method, func() []string) (pattern.ID, float64, string, bool) {
	return 0, 0, "", false
}

// TestExpectedCosts: callers of a library see the expected costs that its prices rest on, through a database and through
// a dependency that is kept in a cache.
func TestExpectedCosts(t *testing.T) {
	d := database(t, NewLibrary(fixture(t, "lib"), expects{}, nil, nil, 1))
	mid := NewLibrary(fixture(t, "mid"), expects{}, d.Find, d, 1)
	dir := t.TempDir()
	first := NewCached(dir, NewKey, mid)
	app := byName(fixture(t, "app"))
	pick := "lib/Shape.pick(ZI)I"
	for _, test := range []struct {
		name    string
		find    callgraph.Library
		foreign absint.Foreign
		models  absint.Library
		class   string
		want    map[string]bool // methods of the class, and whether they rest on the cost of pick
	}{
		{"library", d.Find, d, nil, "app/Calls", map[string]bool{"pickOften": true, "pickAsOftenAs": true, "sum": false, "square": false}},
		{"called itself", d.Find, d, expects{}, "app/Calls", map[string]bool{"pick": true, "down": false}},
		{"dependency", mid.Find, mid, nil, "app/Uses", map[string]bool{"sums": true, "oftenOrNot": true, "areaOf": false}},
		{"cache", mid.Find, first, nil, "app/Uses", map[string]bool{"sums": true, "oftenOrNot": true, "areaOf": false}},
		{"file of a cache", mid.Find, nil, nil, "app/Uses", map[string]bool{"sums": true, "oftenOrNot": true, "areaOf": false}},
	} {
		if test.foreign == nil {
			if err := first.Save(1 << 20); err != nil {
				t.Fatal(err)
			}
			nothing := NewLibrary(nil, nil, nil, nil, 1)
			test.foreign = NewCached(dir, NewKey, nothing)
		}
		a := absint.NewAnalyzer(callgraph.New([]*classfile.Class{app(test.class)}, test.find, 1), test.models, nil, 1)
		a.Foreign = test.foreign
		obj := absint.Energy(weights(1), true)
		seen := 0
		for i := range app(test.class).Methods {
			m := &app(test.class).Methods[i]
			rests, ok := test.want[m.Name]
			if !ok {
				continue
			}
			seen++
			m = a.Hierarchy.Resolve(test.class, m.Name, m.Desc).Method
			p := a.Reach([]*classfile.Method{m})
			o := p.Evaluate(obj)[p.Index(m)]
			if len(o.Reasons) > 0 {
				t.Errorf("%s: %s has no price: %v", test.name, m.Name, o.Reasons)
			}
			var want []string
			if rests {
				want = []string{pick}
			}
			var got []string
			for _, x := range a.Expected(o) {
				got = append(got, x.String())
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s rests on expected costs of %q, want %q", test.name, m.Name, got, want)
			}
		}
		if seen != len(test.want) {
			t.Errorf("%s: %d of %d methods found", test.name, seen, len(test.want))
		}
	}
}
