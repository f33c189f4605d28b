package expr

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func smallRange(t *rapid.T, name string) Interval {
	a, b := rapid.IntRange(-20, 20).Draw(t, name), rapid.IntRange(-20, 20).Draw(t, name+"'")
	return Interval{Lo: float64(min(a, b)), Hi: float64(max(a, b))}
}

func includes(r Interval, q Interval) bool { return r.Lo <= q.Lo && q.Hi <= r.Hi }

// TestRangeLattice checks the laws that the iteration over loops relies on.
func TestRangeLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := smallRange(t, "a"), smallRange(t, "b"), smallRange(t, "c")
		if a.Join(b) != b.Join(a) || a.Join(a) != a || a.Join(b).Join(c) != a.Join(b.Join(c)) {
			t.Fatalf("hull of %v, %v and %v is not commutative, idempotent and associative", a, b, c)
		}
		if !includes(a.Join(b), a) || !includes(a.Join(b), b) {
			t.Fatalf("%v is not above %v and %v", a.Join(b), a, b)
		}
		if includes(c, a) && includes(c, b) && !includes(c, a.Join(b)) {
			t.Fatalf("%v is above %v and %v, but not above their hull", c, a, b)
		}
		if m := Intersect(a, b); m.Lo <= m.Hi && (!includes(a, m) || !includes(b, m)) {
			t.Fatalf("%v is not below %v and %v", m, a, b)
		}
		if includes(a, b) && !includes(a.Add(c), b.Add(c)) {
			t.Fatalf("adding %v to %v and %v loses the order", c, a, b)
		}
	})
}

// TestSelections: the smaller and the larger one of two numbers, and the distance from zero, lie in the interval that is computed, whose
// ends they take.
func TestSelections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := smallRange(t, "a"), smallRange(t, "b")
		none := Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
		least, most, distance := none, none, none
		for x := a.Lo; x <= a.Hi; x++ {
			distance = distance.Join(Interval{Lo: math.Abs(x), Hi: math.Abs(x)})
			for y := b.Lo; y <= b.Hi; y++ {
				least = least.Join(Interval{Lo: min(x, y), Hi: min(x, y)})
				most = most.Join(Interval{Lo: max(x, y), Hi: max(x, y)})
			}
		}
		if a.Min(b) != least || a.Max(b) != most || a.Abs() != distance {
			t.Fatalf("of %v and %v: smaller %v, larger %v, distance %v", a, b, a.Min(b), a.Max(b), a.Abs())
		}
	})
}

// TestFixpointToy runs the iteration on a toy loop whose body is a set of branches, each with a condition on the variable
// and what it adds to it, and compares with the values that the variable really has. A join that forgets a branch, a
// widening that stops too early or a narrowing that goes too far leaves a value out.
func TestFixpointToy(t *testing.T) {
	type branch struct {
		when Interval
		add  float64
	}
	all := Interval{Lo: -40, Hi: 40}
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
		x := Fixpoint(entry, all, func(x Interval) Interval {
			out := entry
			for _, b := range body {
				in := Intersect(x, b.when)
				if in.Lo > in.Hi {
					continue
				}
				y := in.Add(Interval{Lo: b.add, Hi: b.add})
				if !includes(all, y) {
					y = all
				}
				out = out.Join(y)
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
	all := Interval{Lo: 0, Hi: 10}
	up := func(limit float64) func(Interval) Interval { // for (i = 0; i < limit; i++)
		return func(x Interval) Interval {
			return Interval{Lo: 0, Hi: 0}.Join(Intersect(x, Interval{Lo: 0, Hi: limit - 1}).Add(Interval{Lo: 1, Hi: 1}))
		}
	}
	for _, test := range []struct {
		name string
		body func(Interval) Interval
		want Interval
	}{
		{"counts to its limit", up(7), Interval{Lo: 0, Hi: 7}},
		{"never changes", func(Interval) Interval { return Interval{Lo: 0, Hi: 0} }, Interval{Lo: 0, Hi: 0}},
		{"nothing stops it", func(x Interval) Interval { return Intersect(x.Add(Interval{Lo: 0, Hi: 1}), all) }, all},
	} {
		if got := Fixpoint(Interval{Lo: 0, Hi: 0}, all, test.body); got != test.want {
			t.Errorf("%s: %v, by hand %v", test.name, got, test.want)
		}
	}
}
