package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/rules/evidence"
)

// notFound are pairs that the rules do not find, with the reason.
var notFound = map[string]string{
	"EL2004/ContainsAddOfNumbers":    "the key is read twice from an array that a field holds: it may be another one",
	"EL2004/ContainsKeyGetOfNumbers": "as ContainsAddOfNumbers",
	"heldout/ShiftedRow":             "the indexes of the two arrays differ",
}

// TestPairsAreOfTheirCases: the rules find the code of the pairs for certain types or lengths, and of those that are held out, and take
// it for the case whose evidence is compared with its measurement.
func TestPairsAreOfTheirCases(t *testing.T) {
	table := measuredTable(t, "none", map[evidence.Key]float64{hashMap: 0.5})
	all, err := methodpattern.Compile("**")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Measurement: Measurement{Mode: evidence.C2, Table: table}, Hot: []*methodpattern.Pattern{all}}
	found := map[string][]string{} // cases, by class and rule
	for _, f := range runFixture(t, "../../rules/evidence", o) {
		if f.Energy != nil && f.Energy.Measured != nil && f.Location.Method == "asWritten" {
			key := strings.ReplaceAll(f.Location.Class, "/", ".") + " " + f.Rule
			found[key] = append(found[key], f.Energy.Measured.Case)
		}
	}
	pairs, err := evidence.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	variants := 0
	for _, p := range pairs {
		of := p.Key
		if p.Rule == evidence.HeldOut {
			of = p.Of
		} else if !hasVariant(p.Key) {
			continue
		}
		variants++
		if cases, why := found[p.Class()+" "+of.Rule], notFound[p.Key.String()]; slices.Contains(cases, of.Case) != (why == "") {
			t.Errorf("%s is found as %q, and is of %s, not found because %q", p.Key, cases, of, why)
		}
	}
	if variants < 40 {
		t.Errorf("%d pairs", variants)
	}
}

// hasVariant reports whether a case differs from another by types or lengths.
func hasVariant(k evidence.Key) bool {
	for _, suffix := range []string{ofNumbers, short, ofWord} {
		if other, ok := strings.CutSuffix(k.Case, suffix); ok && evidence.Lookup(evidence.Key{Rule: k.Rule, Case: other}) != nil {
			return true
		}
	}
	return false
}
