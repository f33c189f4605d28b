package summaries

import (
	"bytes"
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// expects prices methods of the class Shape by an expected cost.
type expects []string

func (e expects) Cost(m classfile.Member, _ func(int, absint.Measure, bool) absint.Size) (absint.LibraryCost, bool) {
	if m.Class != "lib/Shape" || !slices.Contains(e, m.Name) {
		return absint.LibraryCost{}, false
	}
	one := absint.LibraryTerm{Pattern: pattern.Of(pattern.Addition, pattern.Int, pattern.Load), Count: absint.Const(1)}
	return absint.LibraryCost{Terms: []absint.LibraryTerm{one}, Expected: true}, true
}
func (expects) Sizes(classfile.Member, func(int, absint.Measure, bool) absint.Size) (absint.LibrarySizes, bool) {
	return absint.LibrarySizes{}, false
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
	d := database(t, NewLibrary(fixture(t, "lib"), expects{"pick"}, nil, nil, 1))
	mid := NewLibrary(fixture(t, "mid"), expects{"pick"}, d.Find, d, 1)
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
		{"library", d.Find, d, nil, "app/Calls", map[string]bool{"pickOften": true, "pickAsOftenAs": true, "area": true, "sum": false, "square": false}},
		{"called itself", d.Find, d, expects{"pick"}, "app/Calls", map[string]bool{"pick": true, "down": false}},
		{"dependency", mid.Find, mid, nil, "app/Uses", map[string]bool{"sums": true, "oftenOrNot": true, "areaOf": true, "box": false}},
		{"cache", mid.Find, first, nil, "app/Uses", map[string]bool{"sums": true, "oftenOrNot": true, "areaOf": true, "box": false}},
		{"file of a cache", mid.Find, nil, nil, "app/Uses", map[string]bool{"sums": true, "oftenOrNot": true, "areaOf": true, "box": false}},
	} {
		if test.foreign == nil {
			if err := first.Save(1 << 20); err != nil {
				t.Fatal(err)
			}
			nothing := NewLibrary(nil, nil, nil, nil, 1)
			test.foreign = NewCached(dir, NewKey, nothing)
		}
		a := absint.NewAnalyzer(callgraph.New([]*classfile.Class{app(test.class)}, test.find, 1), test.models, nil, 1)
		a.External = test.foreign
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

// TestExpectedCostsAreDeterministic: in which order methods were asked for is not in the bytes.
func TestExpectedCostsAreDeterministic(t *testing.T) {
	var first []byte
	for _, order := range [][]string{{"sums", "oftenOrNot"}, {"oftenOrNot", "sums"}} {
		models := expects{"pick", "sum"}
		lib := NewLibrary(fixture(t, "lib"), models, nil, nil, 1)
		mid := NewLibrary(fixture(t, "mid"), models, lib.Find, lib, 1)
		var rests []string
		for _, name := range order {
			for _, m := range fixtureMethods(mid, "mid/Box") {
				if m.Name != name {
					continue
				}
				p, ok := mid.Cost(m, true)
				if !ok || p.Why != "" {
					t.Fatalf("%s has no price", name)
				}
				for _, x := range p.Expected() {
					rests = append(rests, x.Name)
				}
			}
		}
		if slices.Sort(rests); !slices.Equal(slices.Compact(rests), []string{"pick", "sum"}) {
			t.Errorf("expected costs of %q", rests)
		}
		data, err := Encode(mid.Classes(all), "e", "s")
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		} else if !bytes.Equal(data, first) {
			t.Error("the bytes differ")
		}
	}
}
