package evidence

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPairs reads the tags of all pairs.
func TestPairs(t *testing.T) {
	pairs, err := Pairs()
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) < 50 {
		t.Errorf("%d pairs", len(pairs))
	}
}

func TestParsePair(t *testing.T) {
	const good = "package EL9;\n/**\n * One thing, against\n * another. More.\n *\n * @unit byte\n * @sizes 1 2 30\n * @terms 1 n n*n\n * @repeat 7\n */\nfinal class X {}\n"
	p, err := parsePair("EL9/X.java", good)
	if err != nil {
		t.Fatal(err)
	}
	if p.Class() != "EL9.X" || p.Summary != "One thing, against another" || p.Unit != "byte" || len(p.Sizes) != 3 || p.Terms.String() != "1 n n*n" || p.Repeat != 7 {
		t.Errorf("got %+v", p)
	}
	if p.Typical != TypicalSize {
		t.Errorf("typically %d", p.Typical)
	}
	same, err := parsePair("EL9/X.java", strings.NewReplacer("One thing", "Some  thing", "@repeat", "@typical 1000\n * @repeat").Replace(good))
	if err != nil || same.Digest() != p.Digest() || same.Typical != 1000 {
		t.Errorf("the text of the comment changes the digest, or %v", err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"@unit byte", "", "no @unit"},
		{"1 2 30", "1 2", "needs as many"},
		{"1 2 30", "2 1 30", "sizes ascend"},
		{"1 2 30", "1 2 2", "sizes ascend"},
		{"1 2 30", "0 2 3", "not a positive number"},
		{"1 n n*n", "n 1", "in this order"},
		{"@repeat", "@repaet", "no such tag"},
		{"package EL9", "package EL8", "not in package EL9"},
		{"final class X {}", "final class X { }", ""},
	} {
		changed, err := parsePair("EL9/X.java", strings.Replace(good, c.from, c.to, 1))
		switch {
		case c.want == "":
			if err != nil || changed.Digest() != p.Digest() {
				t.Logf("other tokens are another digest")
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s for %s: %v; want %s", c.to, c.from, err, c.want)
		}
	}
	if other, err := parsePair("EL9/X.java", strings.Replace(good, "class X {}", "class X { int y; }", 1)); err != nil || other.Digest() == p.Digest() {
		t.Errorf("other code has the same digest, or %v", err)
	}
}

// TestDigestOfSupport: the digest of a pair is of the classes that it shares with others, too.
func TestDigestOfSupport(t *testing.T) {
	p, err := parsePair("EL9/X.java", "package EL9;\n/**\n * One thing.\n *\n * @unit byte\n * @sizes 1 2\n */\nfinal class X {}\n")
	if err != nil {
		t.Fatal(err)
	}
	with := *p
	with.Source = strings.Replace(p.Source, "package EL9;", "package EL9;\nimport support.Items;", 1)
	other := *p
	other.Source = strings.Replace(p.Source, "package EL9;", "package EL9;\nimport support.NoSuchClass;", 1)
	sources, err := Support()
	if err != nil || len(sources) == 0 {
		t.Fatalf("%d sources, %v", len(sources), err)
	}
	if a, b := with.Digest(), other.Digest(); a == b || a == p.Digest() {
		t.Errorf("digests %s, %s and %s", p.Digest(), a, b)
	}
}

// example is a table of one pair with exact costs: 10 ns + 4 ns * n as written, 12 ns + 1 ns * n repaired.
func example(t *testing.T) *Table {
	t.Helper()
	p := &Pair{Key: Key{"EL9", "X"}, Terms: termsLinear, Sizes: []int{5, 100, 1000}}
	table := NewTable(Provenance{JVM: "a JVM", Name: "OpenJDK 17", CPU: "a CPU", Meter: "CPU time", Unit: "s", Rounds: "15", Date: "2026-11-22"})
	var points []Point
	for _, n := range p.Sizes {
		points = append(points, Point{n, 10e-9 + 4e-9*float64(n), 12e-9 + 1e-9*float64(n), 1e-10})
	}
	if err := table.Add(p, C2, points); err != nil {
		t.Fatal(err)
	}
	return table
}

func TestFit(t *testing.T) {
	e := example(t).Entry(Key{"EL9", "X"}, C2)
	a := e.At(100)
	if math.Abs(a.Written-410e-9) > 1e-15 || math.Abs(a.Saving-298e-9) > 1e-15 || math.Abs(a.Share()-298.0/410) > 1e-9 {
		t.Errorf("got %+v", a)
	}
	if !a.Pays(1.645) || a.Costs(1.645) {
		t.Errorf("a saving of 73%% does not pay: %+v", a)
	}
	if a := e.At(0.5); a.Pays(1.645) { // 12 - 13.5: a loss
		t.Errorf("a loss pays: %+v", a)
	}
	if e.Largest() != 1000 {
		t.Errorf("largest %d", e.Largest())
	}
}

// TestNeverPays: where a repair never pays by its coefficients, it pays for no size.
func TestNeverPays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coefficient := rapid.Float64Range(-10, 10)
		e := &Entry{
			Terms:   Terms{0, 1},
			Written: Estimate{Coefficients: []float64{coefficient.Draw(t, "w0"), coefficient.Draw(t, "w1")}, Covariance: make([]float64, 3)},
			Saving:  Estimate{Coefficients: []float64{coefficient.Draw(t, "s0"), coefficient.Draw(t, "s1")}, Covariance: make([]float64, 3)},
		}
		n := rapid.Float64Range(0, 1e6).Draw(t, "n")
		if a := e.At(n); e.NeverPays() && a.Pays(0) && a.Share() > LeastShare*(1+1e-9) {
			t.Errorf("%+v pays for %g: %+v", e, n, a)
		}
	})
	half := example(t).Entry(Key{"EL9", "X"}, C2)
	loss := *half
	loss.Saving.Coefficients = []float64{-2e-9, -1e-9}
	if half.NeverPays() || !loss.NeverPays() {
		t.Errorf("a saving of 3 ns for each: %v; a loss: %v", half.NeverPays(), loss.NeverPays())
	}
}

// TestFitScatter: points off the line widen the covariance.
func TestFitScatter(t *testing.T) {
	n := []int{5, 20, 100, 1000}
	y := []float64{5, 20, 100, 1000}
	sd := []float64{0.001, 0.001, 0.001, 0.001}
	exact, err := fit(termsLinear, n, y, sd, y)
	if err != nil {
		t.Fatal(err)
	}
	bent, err := fit(termsLinear, n, []float64{5, 30, 70, 1000}, sd, y)
	if err != nil {
		t.Fatal(err)
	}
	_, small := exact.at(termsLinear, 100)
	_, large := bent.at(termsLinear, 100)
	if large < 3*small {
		t.Errorf("standard deviations: %g on the line, %g off it", small, large)
	}
	if _, err := fit(termsLinear, n[:1], y, sd, y); err == nil {
		t.Error("one size determines two coefficients")
	}
	if _, err := fit(termsLinear, n, y, make([]float64, 4), make([]float64, 4)); err == nil {
		t.Error("costs of nothing are fitted")
	}
}

func TestTableRoundTrip(t *testing.T) {
	data := example(t).Bytes()
	table, err := Parse("x.tsv", data)
	if err != nil {
		t.Fatal(err)
	}
	if again := string(table.Bytes()); again != string(data) {
		t.Errorf("got\n%s\nwant\n%s", again, data)
	}
	if table.Name != "OpenJDK 17" || table.Date != "2026-11-22" {
		t.Errorf("got %+v", table.Provenance)
	}
}

func TestParseErrors(t *testing.T) {
	good := string(example(t).Bytes())
	for _, c := range []struct{ from, to, want string }{
		{good, "", "not a table of evidence"},
		{good, "x\ty\n", "x.tsv:1: this is not a table"},
		{"EL9\tX\tc2\t1000\t", "EL9\tY\tc2\t1000\t", "not among the fits"},
		{"EL9\tX\tc2\t1000\t", "EL9\tX\tc2\t1000\t1\t", "columns"},
		{"\tc2\t", "\tc3\t", `no mode "c3"`},
		{"\t1 n\t", "\tn\t", "numbers; expected 1"},
		{"4.01e-06", "NaN", "not a number"},
	} {
		_, err := Parse("x.tsv", []byte(strings.Replace(good, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v; want %s", c.to, c.from, err, c.want)
		}
	}
}

func TestKeep(t *testing.T) {
	pairs, err := Pairs()
	if err != nil {
		t.Fatal(err)
	}
	p := pairs[0]
	points := []Point{{5, 5, 1, 0}, {20, 20, 4, 0}, {100, 100, 20, 0}}
	earlier, now := NewTable(Provenance{JVM: "a"}), NewTable(Provenance{JVM: "a"})
	for mode, pair := range map[Mode]*Pair{C1: p, C2: {Key: p.Key, Terms: p.Terms, Source: "other"}} {
		if err := earlier.Add(pair, mode, points); err != nil {
			t.Fatal(err)
		}
	}
	if err := now.Keep(earlier); err != nil {
		t.Fatal(err)
	}
	if now.Entry(p.Key, C1) == nil || now.Entry(p.Key, C2) != nil {
		t.Error("what is kept is not what is as it was")
	}
	if err := now.Keep(NewTable(Provenance{JVM: "b"})); err == nil {
		t.Error("tables of two machines are one")
	}
}

// TestKeepOfProcessors: a table of cases that were measured on several processors says which were measured on which.
func TestKeepOfProcessors(t *testing.T) {
	pairs, err := Pairs()
	if err != nil {
		t.Fatal(err)
	}
	points := []Point{{5, 5, 1, 0}, {20, 20, 4, 0}, {100, 100, 20, 0}}
	measured := func(cpu string, cases ...*Pair) *Table {
		table := NewTable(Provenance{JVM: "a", CPU: cpu, Date: "of " + cpu})
		for _, p := range cases {
			if err := table.Add(p, C1, points); err != nil {
				t.Fatal(err)
			}
		}
		return table
	}
	keep := func(now, earlier *Table) *Table {
		if err := now.Keep(earlier); err != nil {
			t.Fatal(err)
		}
		read, err := Parse("x.tsv", now.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	check := func(table *Table, cpu string, cpus ...string) {
		t.Helper()
		if table.CPU != cpu || table.Date != "of "+cpu {
			t.Errorf("the table is of %s, %s; want %s", table.CPU, table.Date, cpu)
		}
		for i, want := range cpus {
			if e := table.Entry(pairs[i].Key, C1); e == nil || e.CPU != want {
				t.Errorf("case %d is %+v; want one of processor %q", i, e, want)
			}
		}
	}
	two := keep(measured("new", pairs[1]), measured("old", pairs[0]))
	check(two, "old", "", "new")
	three := keep(measured("old", pairs[2]), two)
	check(three, "old", "", "new", "")
	check(keep(measured("newest", pairs[0]), three), "old", "newest", "new", "")
	check(keep(measured("new", pairs[0], pairs[1], pairs[2]), three), "new", "", "", "")
}

// TestShippedIn: a table of one mode has all that the table has of it, and nothing else.
func TestShippedIn(t *testing.T) {
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range Modes {
		some, err := ShippedIn(mode)
		if err != nil {
			t.Fatal(err)
		}
		for name, table := range all {
			want := slices.DeleteFunc(table.Entries(), func(e *Entry) bool { return e.Mode != mode })
			if got := some[name]; got.Provenance != table.Provenance || len(want) == 0 || !reflect.DeepEqual(got.Entries(), want) {
				t.Errorf("%s in mode %s has %d entries of %d, and is of %v", name, mode, len(got.Entries()), len(want), got.Provenance)
			}
		}
	}
	if _, err := ShippedIn("aot"); err == nil {
		t.Error("there are tables of a mode that is none")
	}
}
