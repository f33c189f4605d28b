package rules

import (
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/rules/evidence"
)

// measuredTable is a table in which a case costs 10 ns + 4 ns * n as written, and saves a share of that.
func measuredTable(t *testing.T, name string, shares map[evidence.Key]float64) *evidence.Table {
	t.Helper()
	table := evidence.NewTable(evidence.Provenance{JVM: name, Name: name, Unit: "s"})
	for key, share := range shares {
		p := evidence.Lookup(key)
		if p == nil {
			t.Fatalf("there is no pair %s", key)
		}
		var points []evidence.Point
		for _, n := range p.Sizes {
			cost := 10e-9 + 4e-9*float64(n)
			points = append(points, evidence.Point{N: n, Written: cost, Repaired: cost * (1 - share), SD: cost * 1e-4})
		}
		if err := table.Add(p, evidence.C2, points); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

var (
	hashMap = evidence.Key{Rule: "EL2001", Case: "HashMap"}
	treeMap = evidence.Key{Rule: "EL2001", Case: "TreeMap"}
)

// TestMeasured prices findings by evidence: what pays, what does not, what costs more elsewhere, what was not measured.
func TestMeasured(t *testing.T) {
	price := func(m Measurement) (byCase map[string]*finding.Measured, energies []*finding.Energy) {
		byCase = map[string]*finding.Measured{}
		for _, f := range runFixture(t, "el2001", Options{Measurement: m}) {
			if f.Energy == nil || f.Energy.Measured == nil {
				t.Fatalf("%s is not priced by evidence", f.Message)
			}
			byCase[f.Energy.Measured.Case], energies = f.Energy.Measured, append(energies, f.Energy)
		}
		return byCase, energies
	}
	half := map[evidence.Key]float64{hashMap: 0.5}
	cases, energies := price(Measurement{Mode: evidence.C2, Table: measuredTable(t, "OpenJDK 17", half)})
	if x := cases["HashMap"]; x == nil || x.NoGain || x.Missing || math.Abs(x.Share-0.5) > 1e-6 || math.Abs(x.Amount-205e-9) > 1e-12 || x.Of != "100 iterations" || !x.Assumed || x.Watts != DefaultWatts {
		t.Errorf("a saving of a half: %+v", cases["HashMap"])
	}
	if x := cases["TreeMap"]; x == nil || !x.Missing || x.NoGain {
		t.Errorf("not measured: %+v", x)
	}
	for _, e := range energies {
		if e.Measured.Missing {
			continue
		}
		if math.Abs(e.Saving.Mean-5*205e-9) > 1e-11 || e.SavingLow > e.Saving.Mean || e.SavingHigh < e.Saving.Mean || e.Per != "100 iterations" {
			t.Errorf("joules at 5 W: %+v", e)
		}
	}
	if cases, _ := price(Measurement{Mode: evidence.C2, Table: measuredTable(t, "OpenJDK 17", half), Watts: 10}); cases["HashMap"].Assumed || cases["HashMap"].Watts != 10 {
		t.Errorf("watts that are given: %+v", cases["HashMap"])
	}
	small := map[evidence.Key]float64{hashMap: 0.04, treeMap: -0.5}
	cases, _ = price(Measurement{Mode: evidence.C2, Table: measuredTable(t, "OpenJDK 17", small)})
	if !cases["HashMap"].NoGain || !cases["TreeMap"].NoGain {
		t.Errorf("4%% and a loss pay: %+v, %+v", cases["HashMap"], cases["TreeMap"])
	}
	dearer := measuredTable(t, "OpenJDK 25", map[evidence.Key]float64{hashMap: -0.2})
	cases, _ = price(Measurement{Mode: evidence.C2, Table: measuredTable(t, "OpenJDK 17", half), Others: []*evidence.Table{dearer}})
	if x := cases["HashMap"]; !x.NoGain || x.JVM != "OpenJDK 25" {
		t.Errorf("a repair that costs more on another virtual machine: %+v", x)
	}
	if cases, _ := price(Measurement{Mode: evidence.C1, Table: measuredTable(t, "OpenJDK 17", half)}); !cases["HashMap"].Missing {
		t.Errorf("measured in c2 alone, and asked in c1: %+v", cases["HashMap"])
	}
}

// TestVisible: without the silent findings, those that are reported are the same.
func TestVisible(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	reported := func(visible bool, topic string) (out []finding.Finding, silent int) {
		o := Options{Measurement: Measurement{Mode: evidence.C2, Table: tables[evidence.DefaultName]}, Visible: visible}
		for _, f := range runFixture(t, topic, o) {
			if f.Energy != nil && f.Energy.Measured != nil && f.Energy.Measured.Silent() {
				silent++
				continue
			}
			out = append(out, f)
		}
		return out, silent
	}
	unseen := 0
	for _, topic := range ruleTopics(t) {
		want, _ := reported(false, topic)
		got, silent := reported(true, topic)
		unseen += silent
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", topic, messages(got), messages(want))
		}
	}
	if unseen == 0 {
		t.Error("no finding is silent")
	}
}

// ruleTopics are the fixtures of rules.
func ruleTopics(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob("../testdata/fixtures/el[0-9]*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("%d fixtures, %v", len(dirs), err)
	}
	for i, d := range dirs {
		dirs[i] = filepath.Base(d)
	}
	return dirs
}

// TestNoFindingCostsMore: no case that a shipped table measures to cost more is reported in the table's mode.
func TestNoFindingCostsMore(t *testing.T) {
	tables, err := evidence.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range tables {
		var others []*evidence.Table
		for other, x := range tables {
			if other != name {
				others = append(others, x)
			}
		}
		for _, mode := range []evidence.Mode{evidence.C1, evidence.C2} {
			for _, topic := range ruleTopics(t) {
				for _, f := range runFixture(t, topic, Options{Measurement: Measurement{Mode: mode, Table: table, Others: others}}) {
					if x := f.Energy; x != nil && x.Measured != nil && !x.Measured.Missing && !x.Measured.NoGain && x.SavingLow <= 0 {
						t.Errorf("%s, %s: %s %s saves %g J, at least %g", name, mode, f.Rule, f.Message, x.Saving.Mean, x.SavingLow)
					}
				}
			}
		}
	}
}

// TestCasesHavePairs: what rules name as cases are pairs, and every pair is a case of a rule.
func TestCasesHavePairs(t *testing.T) {
	table := measuredTable(t, "none", map[evidence.Key]float64{hashMap: 0.5})
	used := map[evidence.Key]bool{}
	for _, topic := range ruleTopics(t) {
		for _, f := range runFixture(t, topic, Options{Measurement: Measurement{Mode: evidence.C2, Table: table}}) {
			if f.Energy == nil || f.Energy.Measured == nil || f.Energy.Measured.Case == "" {
				continue
			}
			used[evidence.Key{Rule: f.Rule, Case: f.Energy.Measured.Case}] = true
		}
	}
	for k := range used {
		if evidence.Lookup(k) == nil {
			t.Errorf("%s has no pair", k)
		}
	}
	rules := map[string]bool{}
	for _, r := range All() {
		rules[r.ID] = true
	}
	pairs, err := evidence.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		switch {
		case p.Rule == evidence.HeldOut && evidence.Lookup(p.Of) == nil:
			t.Errorf("%s is a variation of %s, which is no pair", p.Key, p.Of)
		case p.Rule != evidence.HeldOut && p.Rule != evidence.Declined && !rules[p.Rule]:
			t.Errorf("%s is of no rule", p.Key)
		}
	}
}

// TestTypeRangeIsNoMultiplier: the range of a type is no number of iterations that somebody named.
func TestTypeRangeIsNoMultiplier(t *testing.T) {
	named := map[string]bool{"limited": true, "fixed": true}
	fs := runFixture(t, "typerange", Options{})
	if len(fs) != 8 {
		t.Errorf("%d findings; want one in each method", len(fs))
	}
	for _, f := range fs {
		if f.Energy == nil || (f.Energy.Per == "call") != named[f.Location.Method] {
			t.Errorf("%s: %s: %+v", f.Location.Method, f.Message, f.Energy)
		}
	}
}
