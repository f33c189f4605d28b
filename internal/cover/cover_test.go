package cover

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func lists(s string) [][]string {
	var out [][]string
	for l := range strings.SplitSeq(s, ";") {
		out = append(out, strings.Fields(l))
	}
	return out
}

func TestGreedy(t *testing.T) {
	for _, c := range []struct {
		name, needs string
		limit       int
		want        string
		met         int
	}{
		{"nothing", "", 3, "", 1},
		{"one", "a", 3, "a", 1},
		{"frequent first", "b; a; b", 1, "b", 2},
		{"pairs before a rare one", "a b; a b; a b; c", 2, "a b", 3},
		{"a part of another", "a; a b; b", 2, "a b", 3},
		{"too large", "a b c; d", 2, "d", 1},
		{"what is chosen counts no more", "a b; a; a c", 2, "a b", 2},
		{"ties by name", "b; a", 1, "a", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, met := Greedy(Needs(lists(c.needs)), c.limit)
			if strings.Join(got, " ") != c.want || met != c.met {
				t.Errorf("got %v that meet %d, want %s that meet %d", got, met, c.want, c.met)
			}
		})
	}
}

// TestGreedyMeetsAll shows that enough facts meet all needs, and that the count is right for any limit.
func TestGreedyMeetsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}), 0, 4), 0, 8).Draw(t, "needs")
		limit := rapid.IntRange(0, 5).Draw(t, "limit")
		facts, met := Greedy(Needs(all), limit)
		if len(facts) > limit {
			t.Fatalf("%d facts, limit %d", len(facts), limit)
		}
		count := 0
		for _, n := range all {
			if !slices.ContainsFunc(n, func(f string) bool { return !slices.Contains(facts, f) }) {
				count++
			}
		}
		if count != met {
			t.Fatalf("%v meet %d of %v, not %d", facts, count, all, met)
		}
		if limit == 5 && met != len(all) {
			t.Fatalf("%v meet %d of %v", facts, met, all)
		}
	})
}

// TestScoped: the size of a variable is a fact of its class, one that is read in a callee or from an object's fields is of all.
func TestScoped(t *testing.T) {
	facts := []string{"n", "names.size()", "a.length", "rows(rows)", "ResultSet.*", "unpaid().size()", "this.items.size()"}
	a, b := Scoped("a/B", facts), Scoped("a/C", facts)
	for i, f := range facts {
		if same := a[i] == b[i]; same != (i > 2) || Unscoped(a[i]) != f {
			t.Errorf("%q: %q, %q", f, a[i], b[i])
		}
	}
	if facts, met := Greedy(Needs([][]string{Scoped("a/B", []string{"n"}), Scoped("a/C", []string{"n"})}), 1); len(facts) != 1 || met != 1 {
		t.Errorf("%q meets %d", facts, met)
	}
}
