package absint

import (
	"testing"

	"pgregory.net/rapid"
)

func smallRange(t *rapid.T, name string) Range {
	a, b := rapid.IntRange(-20, 20).Draw(t, name), rapid.IntRange(-20, 20).Draw(t, name+"'")
	return Range{float64(min(a, b)), float64(max(a, b))}
}

func (r Range) includes(q Range) bool { return r.Lo <= q.Lo && q.Hi <= r.Hi }

// TestRangeLattice checks the laws that the iteration over loops relies on.
func TestRangeLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := smallRange(t, "a"), smallRange(t, "b"), smallRange(t, "c")
		if a.hull(b) != b.hull(a) || a.hull(a) != a || a.hull(b).hull(c) != a.hull(b.hull(c)) {
			t.Fatalf("hull of %v, %v and %v is not commutative, idempotent and associative", a, b, c)
		}
		if !a.hull(b).includes(a) || !a.hull(b).includes(b) {
			t.Fatalf("%v is not above %v and %v", a.hull(b), a, b)
		}
		if c.includes(a) && c.includes(b) && !c.includes(a.hull(b)) {
			t.Fatalf("%v is above %v and %v, but not above their hull", c, a, b)
		}
		if m := intersect(a, b); m.Lo <= m.Hi && (!a.includes(m) || !b.includes(m)) {
			t.Fatalf("%v is not below %v and %v", m, a, b)
		}
		if a.includes(b) && !a.add(c).includes(b.add(c)) {
			t.Fatalf("adding %v to %v and %v loses the order", c, a, b)
		}
	})
}

// TestFixpointToy runs the iteration on a toy loop whose body is a set of branches, each with a condition on the variable
// and what it adds to it, and compares with the values that the variable really has. A join that forgets a branch, a
// widening that stops too early or a narrowing that goes too far leaves a value out.
func TestFixpointToy(t *testing.T) {
	type branch struct {
		when Range
		add  float64
	}
	all := Range{-40, 40}
	rapid.Check(t, func(t *rapid.T) {
		entry := smallRange(t, "entry")
		var body []branch
		for range rapid.IntRange(1, 4).Draw(t, "branches") {
			body = append(body, branch{smallRange(t, "when"), float64(rapid.IntRange(-4, 4).Draw(t, "add"))})
		}
		wrap := func(v float64) float64 { // as int does at its ends
			switch {
			case v > all.Hi:
				return v - 81
			case v < all.Lo:
				return v + 81
			}
			return v
		}
		x := fixpoint(entry, all, func(x Range) Range {
			out := entry
			for _, b := range body {
				in := intersect(x, b.when)
				if in.Lo > in.Hi {
					continue
				}
				y := in.add(Range{b.add, b.add})
				if !all.includes(y) {
					y = all
				}
				out = out.hull(y)
			}
			return out
		})
		seen := map[float64]bool{}
		var work []float64
		reach := func(v float64) {
			if !seen[v] {
				seen[v] = true
				work = append(work, v)
			}
		}
		for v := entry.Lo; v <= entry.Hi; v++ {
			reach(v)
		}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if v < x.Lo || v > x.Hi {
				t.Fatalf("%v is not in %v, from %v by %v", v, x, entry, body)
			}
			for _, b := range body {
				if b.when.Lo <= v && v <= b.when.Hi {
					reach(wrap(v + b.add))
				}
			}
		}
	})
}

// TestFixpointIsTight holds widening and narrowing against ranges found by hand.
func TestFixpointIsTight(t *testing.T) {
	all := Range{0, 10}
	up := func(limit float64) func(Range) Range { // for (i = 0; i < limit; i++)
		return func(x Range) Range {
			return Range{0, 0}.hull(intersect(x, Range{0, limit - 1}).add(Range{1, 1}))
		}
	}
	for _, test := range []struct {
		name string
		body func(Range) Range
		want Range
	}{
		{"counts to its limit", up(7), Range{0, 7}},
		{"never changes", func(Range) Range { return Range{0, 0} }, Range{0, 0}},
		{"nothing stops it", func(x Range) Range { return intersect(x.add(Range{0, 1}), all) }, all},
	} {
		if got := fixpoint(Range{0, 0}, all, test.body); got != test.want {
			t.Errorf("%s: %v, by hand %v", test.name, got, test.want)
		}
	}
}
