package library

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/formula"
)

// TestStagesOfStreams: the models of stages that work when the stream is used have what the models of the methods have that their sinks
// call, for each element or once, and little beside it.
func TestStagesOfStreams(t *testing.T) {
	const (
		add       = "(Ljava/lang/Object;)Z"
		list, set = "java/util/ArrayList", "java/util/HashSet"
		streams   = "java/util/stream/"
	)
	type part struct {
		class, name, desc string
		each              bool // for each element
	}
	hashed := []part{{set, "contains", add, true}, {set, "add", add, true}}
	sorted := []part{{list, "add", add, true}, {list, "sort", "(Ljava/util/Comparator;)V", false}}
	number := func(desc, box, class string) map[string][]part {
		boxed := part{"java/lang/" + box, "valueOf", "(" + desc + ")Ljava/lang/" + box + ";", true}
		return map[string][]part{
			"sorted()L" + class + ";":          {{"java/util/Arrays", "sort", "([" + desc + ")V", false}},
			"boxed()Ljava/util/stream/Stream;": {boxed},
			"distinct()L" + class + ";":        append([]part{boxed}, hashed...),
		}
	}
	l := shippedLibrary(t)
	at := func(class, name, desc string, n float64) pattern.Counts {
		t.Helper()
		e, ok := l.Lookup(class, name, desc)
		if !ok {
			t.Fatalf("no model of %s.%s%s", class, name, desc)
		}
		c, err := e.Counts(func(formula.Symbol) (float64, bool) { return n, true })
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for class, stages := range map[string]map[string][]part{
		streams + "Stream": {
			"sorted()Ljava/util/stream/Stream;":                       sorted,
			"sorted(Ljava/util/Comparator;)Ljava/util/stream/Stream;": sorted,
			"distinct()Ljava/util/stream/Stream;":                     hashed,
		},
		streams + "IntStream":    number("I", "Integer", streams+"IntStream"),
		streams + "LongStream":   number("J", "Long", streams+"LongStream"),
		streams + "DoubleStream": number("D", "Double", streams+"DoubleStream"),
	} {
		for stage, parts := range stages {
			open := strings.IndexByte(stage, '(')
			for _, n := range []float64{0, 8, 100} {
				got, want := at(class, stage[:open], stage[open:], n), pattern.Counts(nil)
				for _, p := range parts {
					times := 1.0
					if p.each {
						times = n
					}
					want = want.AddScaled(at(p.class, p.name, p.desc, n), times)
				}
				for _, w := range want {
					if got.Of(w.ID) < w.N-1e-6 {
						t.Errorf("%s.%s has %v %v of %v elements, its sinks %v", class, stage, got.Of(w.ID), w.ID, n, w.N)
					}
				}
				if beside := got.Total() - want.Total(); beside < 0 || beside > 240+40*n {
					t.Errorf("%s.%s has %v patterns of %v elements beside those of its sinks", class, stage, beside, n)
				}
			}
		}
	}
}
