package platform

import (
	"math"
	"strconv"
)

// SourceKind describes the objects from which a loop can take one element after another until none is left.
type SourceKind struct {
	What   string   // what the source has: lines, elements
	Most   float64  // of that
	Types  []string // a class of the source, or one above it
	Shared bool     // other code may put into the source what is then read
	// Takes are the methods that take one from the source, which need it to be there.
	Takes Operations

	reads, asks Operations
}

// Sources are the kinds of sources, in the order of sources.tsv.
var Sources = func() (out []*SourceKind) {
	for _, r := range readTable("sources.tsv", "source", "most", "types", "reads", "asks", "takes", "shared") {
		s := &SourceKind{What: r.fields["source"], Most: math.Inf(1), Types: r.list("types"), Shared: r.fields["shared"] == "yes"}
		if most := r.fields["most"]; most != "-" {
			n, err := strconv.ParseInt(most, 10, 64)
			if err != nil {
				r.fail("%v", err)
			}
			s.Most = float64(n)
		}
		if x := r.fields["shared"]; x != "yes" && x != "no" {
			r.fail("shared is %q, want yes or no", x)
		}
		s.Takes, s.reads, s.asks = r.operations("takes"), r.operations("reads"), r.operations("asks")
		out = append(out, s)
	}
	return out
}()

// Read returns the source kind that a method takes an element of where there is one left, nil for none.
func Read(name, desc string) *SourceKind {
	for _, s := range Sources {
		if s.reads.Has(name, desc) {
			return s
		}
	}
	return nil
}

// Asked returns the source kind whose remaining elements a method tests or counts, nil for none.
func Asked(name, desc string) *SourceKind {
	for _, s := range Sources {
		if s.asks.Has(name, desc) {
			return s
		}
	}
	return nil
}
