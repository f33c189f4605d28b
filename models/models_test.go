package models

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/pattern"
)

func rpi5(t testing.TB) *Model {
	t.Helper()
	m, err := Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func id(t testing.TB, operation, dataType, size string) pattern.ID {
	t.Helper()
	p, err := pattern.Parse(operation, dataType, size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readTSV(t testing.TB, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func number(t testing.TB, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The embedded model is the published one: parameters, measured patterns and correlation.
func TestShippedModelIsThePublishedOne(t *testing.T) {
	m := rpi5(t)
	published := readTSV(t, "rpi5-nyholm.parameters.tsv")
	if got := m.ResidualSD(); !near(got, number(t, published[0][2]), 1e-15) {
		t.Errorf("residual %v, published %v", got, published[0][2])
	}
	if len(m.parameters) != len(published)-1 {
		t.Fatalf("%d parameters, published %d", len(m.parameters), len(published)-1)
	}
	for i, row := range published[1:] {
		want := Parameter{row[0], row[1], number(t, row[2]), number(t, row[4])}
		if m.parameters[i] != want {
			t.Errorf("parameter %d is %v, published %v", i, m.parameters[i], want)
		}
	}
	inDesign := map[pattern.ID]bool{}
	for _, row := range readTSV(t, "rpi5-nyholm.design.tsv") {
		inDesign[id(t, row[0], row[1], row[2])] = true
	}
	if len(inDesign) != 174 {
		t.Errorf("%d measured patterns, the paper has 174", len(inDesign))
	}
	for i := range pattern.Triples {
		if p := pattern.ID(i); m.Measured(p) != inDesign[p] {
			t.Errorf("%s: measured %v, in the design %v", p, m.Measured(p), inDesign[p])
		}
	}
	for i, row := range readTSV(t, "rpi5-nyholm.correlation.tsv") {
		for j, s := range row[1:] {
			want := number(t, s) * m.sd[i] * m.sd[j]
			if got := m.cov[i*len(m.parameters)+j]; !near(got, want, 1e-12) {
				t.Fatalf("covariance of %s and %s is %v, want %v", m.parameters[i].Key(), m.parameters[j].Key(), got, want)
			}
		}
	}
	if !strings.Contains(m.file.Note, "not") || !strings.Contains(m.file.Note, "reconstructed") {
		t.Errorf("the model does not say that its correlation is reconstructed: %q", m.file.Note)
	}
}

// Numbers of the paper's Appendix A, added by hand.
func TestPriceByHand(t *testing.T) {
	m := rpi5(t)
	const residual = 1.356665e-08
	for _, tt := range []struct {
		operation, dataType, size, device string
		mean                              float64
	}{
		{"Addition", "int", "Load", "Device 1", 2.954780e-08 + 9.716775e-11 + 2.972453e-10 + 6.739114e-09},
		{"Addition", "int", "Load", "Device 2", 2.954780e-08 + 9.716775e-11 + 2.972453e-10 + 5.074944e-11},
		{"Multiplication", "double", "64-bit", "Device 1", 3.174836e-08 + 6.478463e-11 + 1.072327e-08 + 6.739114e-09},
		{"Static method call", "-", "Reference", "Device 1", 7.577298e-08 + 9.362167e-09 + 6.739114e-09},
		{"Stack operation", "int", "Load", "Device 1", 2.972453e-10 + 6.739114e-09},
		{"Type check", "Reference", "Load", "Device 1", 3.195112e-10 + 1.163949e-08 + 2*(4.701721e-08+2.972453e-10+6.739114e-09)},
		{"Interface method call", "-", "Reference", "Device 1", 8.714123e-08 + 9.362167e-09 + 6.739114e-09 + 9.386346e-09 + 4.701721e-08 + 2.972453e-10 + 6.739114e-09},
		{"Argument", "long", "64-bit", "Device 1", 7.106552e-09 + 6.986588e-09 + 1.072327e-08 + 6.739114e-09},
		{"void return", "-", "-", "Device 1", 1.474867e-07 + 9.716775e-11 + 2.972453e-10 + 6.739114e-09},
		{"Array zeroing", "-", "-", "Device 1", 1.973851e-08 + 2.972453e-10 + 6.739114e-09},
	} {
		p := id(t, tt.operation, tt.dataType, tt.size)
		if got := m.Price(pattern.Single(p, 3), tt.device); !near(got.Mean, 3*tt.mean, 1e-12) {
			t.Errorf("3 x %s on %s: mean %v, want %v", p, tt.device, got.Mean, 3*tt.mean)
		}
		if got := m.Mean(pattern.Single(p, 3), tt.device); !near(got, 3*tt.mean, 1e-12) {
			t.Errorf("3 x %s on %s: Mean %v, want %v", p, tt.device, got, 3*tt.mean)
		}
	}
	// if equal (references), Reference and Load are independent of everything but Data type Reference and Device 1,
	// which the correlation file relates by r.
	r := m.cov[m.parameter(t, "Data type:Reference")*73+m.parameter(t, "Device:Device 1")]
	want := math.Sqrt(2.825413e-10*2.825413e-10 + 6.163997e-10*6.163997e-10 + 2.223760e-10*2.223760e-10 + 2.061548e-10*2.061548e-10 + 2*r)
	p := pattern.Single(id(t, "if equal (references)", "Reference", "Load"), 7)
	if got := m.Price(p, "Device 1").SD; !near(got, 7*math.Hypot(want, residual), 1e-12) {
		t.Errorf("pattern reading: sd %v, want %v", got, 7*math.Hypot(want, residual))
	}
	if got := m.WithResidual(Execution).Price(p, "Device 1").SD; !near(got, math.Hypot(7*want, math.Sqrt(7)*residual), 1e-12) {
		t.Errorf("execution reading: sd %v, want %v", got, math.Hypot(7*want, math.Sqrt(7)*residual))
	}
}

func (m *Model) parameter(t testing.TB, key string) int {
	for i, p := range m.parameters {
		if p.Key() == key {
			return i
		}
	}
	t.Fatalf("no parameter %s", key)
	return 0
}

// counts draws vectors of patterns, measured and derived ones alike.
func counts() *rapid.Generator[pattern.Counts] {
	return rapid.Custom(func(t *rapid.T) pattern.Counts {
		var c pattern.Counts
		for range rapid.IntRange(0, 12).Draw(t, "patterns") {
			ops := pattern.Operations()
			p := pattern.Of(ops[rapid.IntRange(0, len(ops)-1).Draw(t, "operation")],
				pattern.Type(rapid.IntRange(0, 5).Draw(t, "type")), pattern.Size(rapid.IntRange(0, 5).Draw(t, "size")))
			n := float64(rapid.IntRange(1, 1000).Draw(t, "n"))
			if rapid.IntRange(0, 3).Draw(t, "fraction") == 0 {
				n /= 64
			}
			c = c.Add(pattern.Single(p, n))
		}
		return c
	})
}

// brute computes semantics section 1 as it is written, from the files' numbers: one dense row per pattern, a
// dense matrix, nothing precomputed.
func brute(m *Model, c pattern.Counts, device string) (mean, variance float64) {
	f := m.File()
	position := map[string]int{}
	for i, p := range f.Parameters {
		position[p.Category+":"+p.Name] = i
	}
	v := make([]float64, len(f.Parameters))
	patterns := map[[3]string]float64{}
	add := func(names [3]string, n float64) { patterns[names] += n }
	for _, x := range c {
		o, ty, s := x.ID.Operation().String(), x.ID.Type().String(), x.ID.Size().String()
		switch o {
		case "Type check":
			add([3]string{"if equal (references)", "Reference", "Load"}, x.N)
			add([3]string{"Object get field", "Reference", "Load"}, x.N)
		case "Interface method call":
			add([3]string{"Non-static method call", "", "Reference"}, x.N)
			add([3]string{"Array load", "Reference", "Load"}, x.N)
		case "Dynamic method call":
			add([3]string{"Static method call", "", "Reference"}, x.N)
		case "Dynamic object creation":
			add([3]string{"Static method call", "", "Reference"}, x.N)
			add([3]string{"Object allocation", "Reference", "Load"}, x.N)
		case "Throw":
			add([3]string{"Non-static method call", "", "Reference"}, x.N)
		case "Unwind", "void return":
			add([3]string{"return statement", "int", "Load"}, x.N)
		case "Monitor":
			add([3]string{"Object put field", "Reference", "Load"}, x.N)
		case "Stack operation":
			add([3]string{"", "", "Load"}, x.N)
		case "Subroutine":
			add([3]string{"else branch", "int", "Load"}, x.N)
		case "Argument", "Lone load":
			add([3]string{"Variable declaration", ty, s}, x.N)
		case "Array zeroing":
			add([3]string{"Array store", ty, "Load"}, x.N)
		case "Multidimensional array allocation":
			add([3]string{"Array allocation", ty, s}, x.N)
		case "comparison used as a value":
			add([3]string{"if equal (numerical data types)", ty, s}, x.N)
		case "Operand push", "Result store": // in the patterns of their tiles
		default:
			add([3]string{o, ty, s}, x.N)
		}
	}
	shape := map[string]float64{}
	for _, h := range f.Shapes {
		for _, o := range h.Operations {
			shape[o] = h.SD * h.SD
		}
	}
	squares, plain := 0.0, 0.0
	for names, n := range patterns {
		if m.residual == Pattern {
			variance += shape[names[0]] * n * n
		} else {
			variance += shape[names[0]] * min(n, n*n)
		}
		for k, category := range []string{"Operation", "Data type", "Data size"} {
			if names[k] != "" {
				v[position[category+":"+names[k]]] += n
			}
		}
		v[position["Device:"+device]] += n
		squares += n * n
		plain += min(n, n*n)
	}
	for i, p := range f.Parameters {
		mean += v[i] * p.Mean
		for j, q := range f.Parameters {
			r := 1.0
			if f.Covariance == "full" {
				r = m.cov[i*len(v)+j] / (p.SD * q.SD)
			}
			variance += v[i] * v[j] * r * p.SD * q.SD
		}
	}
	if m.residual == Pattern {
		return mean, variance + f.ResidualSD*f.ResidualSD*squares
	}
	return mean, variance + f.ResidualSD*f.ResidualSD*plain
}

// comonotone is rpi5-nyholm with its correlation taken away.
func comonotone(t testing.TB) *Model {
	f := rpi5(t).File()
	f.Covariance, f.Correlation = "comonotone", ""
	m, err := New(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// shaped is rpi5-nyholm with operations whose cost varies between shapes.
func shaped(t testing.TB) *Model {
	f := rpi5(t).File()
	f.Covariance, f.Correlation = "comonotone", ""
	f.Shapes = []Shape{{[]string{"Addition", "Array load"}, 2e-8}, {[]string{"Variable declaration"}, 5e-9}}
	m, err := New(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func variants(t testing.TB) []*Model {
	return []*Model{rpi5(t), rpi5(t).WithResidual(Execution), comonotone(t), comonotone(t).WithResidual(Execution),
		shaped(t), shaped(t).WithResidual(Execution)}
}

func TestPriceEqualsBruteForce(t *testing.T) {
	for _, m := range variants(t) {
		rapid.Check(t, func(t *rapid.T) {
			c := counts().Draw(t, "counts")
			device := rapid.SampledFrom(m.Devices()).Draw(t, "device")
			got := m.Price(c, device)
			mean, variance := brute(m, c, device)
			if !near(got.Mean, mean, 1e-12) || !near(got.SD, math.Sqrt(variance), 1e-11) {
				t.Fatalf("%v: %v, want %v and %v", c, got, mean, math.Sqrt(variance))
			}
		})
	}
}

func TestWeightsBoundQuantiles(t *testing.T) {
	for _, m := range variants(t) {
		rapid.Check(t, func(t *rapid.T) {
			z := rapid.Float64Range(-1, 8).Draw(t, "z")
			device := rapid.SampledFrom([]string{"Device 1", "Device 2", AnyDevice}).Draw(t, "device")
			upper, lower := m.Weights(device, z)
			for range 5 {
				c := counts().Draw(t, "counts")
				devices, _ := m.Resolve(device)
				for _, d := range devices {
					g := m.Price(c, d)
					slack := 1e-12 * (math.Abs(g.Mean) + 10*g.SD)
					if l := c.Dot(upper); l < g.At(z)-slack {
						t.Fatalf("upper bound %v below the quantile %v", l, g.At(z))
					}
					if l := c.Dot(lower); l > g.At(-z)+slack && z >= 0 {
						t.Fatalf("lower bound %v above the quantile %v", l, g.At(-z))
					}
				}
			}
		})
	}
}

func TestWeightOfOneExecution(t *testing.T) {
	m := rpi5(t)
	upper, lower := m.Weights("Device 1", 2)
	for i := range pattern.Triples {
		p := pattern.ID(i)
		if p.Operation() == pattern.NoOperation {
			continue
		}
		g := m.Price(pattern.Single(p, 1), "Device 1")
		if !near(upper[p], g.At(2), 1e-12) || math.Abs(lower[p]-g.At(-2)) > 1e-12*g.Mean {
			t.Errorf("%s: weights %v and %v, want %v and %v", p, upper[p], lower[p], g.At(2), g.At(-2))
		}
	}
}

func TestDifference(t *testing.T) {
	for _, m := range variants(t) {
		rapid.Check(t, func(t *rapid.T) {
			a, b := counts().Draw(t, "a"), counts().Draw(t, "b")
			d, e := m.Difference(a, b, "Device 1"), m.Difference(b, a, "Device 1")
			if d.Mean != -e.Mean || !near(d.SD, e.SD, 1e-12) {
				t.Fatalf("%v one way, %v the other", d, e)
			}
			ga, gb := m.Price(a, "Device 1"), m.Price(b, "Device 1")
			if math.Abs(d.Mean-(ga.Mean-gb.Mean)) > 1e-12*(ga.Mean+gb.Mean) {
				t.Fatalf("difference %v of %v and %v", d, ga, gb)
			}
			if d.SD > (ga.SD+gb.SD)*(1+1e-9) {
				t.Fatalf("sd %v of the difference exceeds %v + %v", d.SD, ga.SD, gb.SD)
			}
			if same := m.Difference(a, a, "Device 1"); same.Mean != 0 || m.Residual() == Pattern && same.SD != 0 {
				t.Fatalf("difference to itself: %v", same)
			}
		})
	}
}

func TestAdditivity(t *testing.T) {
	m, bound := rpi5(t), comonotone(t)
	rapid.Check(t, func(t *rapid.T) {
		a, b := counts().Draw(t, "a"), counts().Draw(t, "b")
		ga, gb, g := m.Price(a, "Device 2"), m.Price(b, "Device 2"), m.Price(a.Add(b), "Device 2")
		if !near(g.Mean, ga.Mean+gb.Mean, 1e-12) || g.SD > (ga.SD+gb.SD)*(1+1e-12) || !(g.SD >= 0) {
			t.Fatalf("%v and %v add up to %v", ga, gb, g)
		}
		if c := bound.Price(a, "Device 2"); c.SD < ga.SD*(1-1e-12) {
			t.Fatalf("comonotone sd %v is below %v", c.SD, ga.SD)
		}
	})
}

func TestAnyIsTheWorstDevice(t *testing.T) {
	m := rpi5(t)
	rapid.Check(t, func(t *rapid.T) {
		c := counts().Draw(t, "counts")
		if len(c) == 0 {
			return
		}
		any, name := m.Worst(c, z95)
		if name != "Device 1" || any != m.Price(c, "Device 1") || any != m.Price(c, AnyDevice) {
			t.Fatalf("worst device %s, %v", name, any)
		}
	})
	if _, err := m.Resolve("device 1"); err == nil || !strings.Contains(err.Error(), `did you mean "Device 1"`) {
		t.Errorf("error %v", err)
	}
	if d, err := m.Resolve(AnyDevice); err != nil || len(d) != 2 {
		t.Errorf("any is %v, %v", d, err)
	}
	if d, err := m.Resolve(""); err != nil || len(d) != 1 || d[0] != "Device 1" {
		t.Errorf("the default is %v, %v", d, err)
	}
}

// Every operation with every type and size has a price: nothing is silently free. The paper measured whole statements, and
// the model says that the parts of tiles are in their patterns.
func TestEveryPatternHasAPrice(t *testing.T) {
	m := rpi5(t)
	upper, _ := m.Weights("Device 2", 0)
	for i := range pattern.Triples {
		p := pattern.ID(i)
		if p.Operation() == pattern.NoOperation {
			continue
		}
		if !(upper[p] > 0) && !p.Operation().Part() || math.IsInf(upper[p], 0) {
			t.Errorf("%s costs %v", p, upper[p])
		}
		if p.Operation().Part() && upper[p] != 0 {
			t.Errorf("%s costs %v, and is in the pattern of its tile, too", p, upper[p])
		}
		if terms, note := m.Derivation(p); !m.Measured(p) && (terms == "" || note == "") {
			t.Errorf("%s was not measured, and the model does not say what it is priced as: %q, %q", p, terms, note)
		}
	}
}

func TestShares(t *testing.T) {
	m := rpi5(t)
	add, check := id(t, "Addition", "int", "Load"), id(t, "Type check", "Reference", "Load")
	a, b := m.Mean(pattern.Single(add, 3), "Device 1"), m.Mean(pattern.Single(check, 2), "Device 1")
	c := pattern.Tally(add, add, add, check, check)
	if got := m.DerivedShare(c, "Device 1"); !near(got, b/(a+b), 1e-12) {
		t.Errorf("derived share %v, want %v", got, b/(a+b))
	}
	shares := m.ClassShares(c, "Device 1")
	if len(shares) != 2 || shares[0].Class != Branch || !near(shares[1].Share, a/(a+b), 1e-12) {
		t.Errorf("class shares %v", shares)
	}
	if m.DerivedShare(nil, "Device 1") != 0 || len(m.ClassShares(nil, "Device 1")) != 0 {
		t.Error("nothing has shares")
	}
	rapid.Check(t, func(t *rapid.T) {
		sum := 0.0
		shares := m.ClassShares(counts().Draw(t, "counts"), AnyDevice)
		for _, s := range shares {
			sum += s.Share
		}
		if len(shares) > 0 && !near(sum, 1, 1e-12) {
			t.Fatalf("shares add up to %v", sum)
		}
	})
}

func BenchmarkPrice(b *testing.B) {
	m := rpi5(b)
	var c pattern.Counts
	for i := range 40 {
		c = c.Add(pattern.Single(pattern.ID(60+i*17), float64(i+1)))
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Price(c, "Device 1")
	}
}
