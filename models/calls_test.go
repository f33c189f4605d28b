package models

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/formula"
)

const nodeText = `name = "node"
extends = "rpi5-nyholm"
unit = "J"
note = "for the tests"

[[component]]
name = "radio"
unit = "byte"
base = { mean = 1.2e-3, sd = 4e-5 }
slope = { mean = 4.6e-7, sd = 3e-8, correlation = -0.4 }

[[component]]
name = "flash"
unit = "page"
slope = { mean = 2.5e-5, sd = 2e-6 }

[[call]]
method = "com.acme.Radio.send(byte[], int)"
base = { mean = 8e-6, sd = 5e-7 }
slopes = [{ per = "arg1", mean = 3e-6, sd = 2e-7, correlation = 0.5 }, { per = "this.size()", mean = 1e-9, sd = 0 }]
uses = [
  { component = "radio", units = "arg0.length + 12" },
  { component = "flash", units = "arg0.length / 256" },
]

[[call]]
method = "com.acme.Radio.send"
base = { mean = 1e-3, sd = 0 }

[[call]]
method = "com.acme.free.**"
base = { mean = 0, sd = 0 }
`

// parseText reads a model that names no file.
func parseText(t testing.TB, text string) *Model {
	t.Helper()
	m, err := Parse("m.toml", []byte(text), func(string) ([]byte, error) { return nil, errors.New("no such file") })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A call of the test model with an array of 100, the number 7 and a receiver of 5 elements.
func sizes(s formula.Symbol) (float64, bool) {
	switch s.String() {
	case "arg0.length":
		return 100, true
	case "arg1":
		return 7, true
	case "this.size()":
		return 5, true
	}
	return 0, false
}

func TestCallByHand(t *testing.T) {
	m := parseText(t, nodeText)
	call, ok := m.Call("com/acme/Radio", "send", "([BI)V")
	if !ok {
		t.Fatal("the call has no price")
	}
	c, err := call.Counts(sizes)
	if err != nil {
		t.Fatal(err)
	}
	const pages = 100.0 / 256
	mean := 8e-6 + 7*3e-6 + 5*1e-9 + 1.2e-3 + 112*4.6e-7 + pages*2.5e-5
	variance := 5e-7*5e-7 + 7*2e-7*7*2e-7 + 2*0.5*5e-7*7*2e-7 +
		4e-5*4e-5 + 112*3e-8*112*3e-8 - 2*0.4*4e-5*112*3e-8 + pages*2e-6*pages*2e-6
	for _, device := range m.Devices() { // what is not the processor's is the same on every device
		if g := m.Price(c, device); !near(g.Mean, mean, 1e-12) || !near(g.SD, math.Sqrt(variance), 1e-12) {
			t.Errorf("on %s %v, by hand %v and %v", device, g, mean, math.Sqrt(variance))
		}
		if got := m.Mean(c, device); !near(got, mean, 1e-12) {
			t.Errorf("on %s the mean is %v, by hand %v", device, got, mean)
		}
	}
	if got := m.DerivedShare(c, "Device 1"); got != 0 {
		t.Errorf("a share of %v is derived, and everything is stated", got)
	}
	shares := map[string]float64{}
	for _, s := range m.ClassShares(c, "Device 1") {
		shares[s.Name] = s.Mean
	}
	for name, want := range map[string]float64{"library call": 8e-6 + 7*3e-6 + 5*1e-9, "component radio": 1.2e-3 + 112*4.6e-7, "component flash": pages * 2.5e-5} {
		if !near(shares[name], want, 1e-12) {
			t.Errorf("%s has %v, by hand %v", name, shares[name], want)
		}
	}
	if len(shares) != 3 {
		t.Errorf("shares %v", shares)
	}
	// A size that is not known, and one below zero.
	if _, err := call.Counts(func(formula.Symbol) (float64, bool) { return 0, false }); err == nil || !strings.Contains(err.Error(), "is not known") {
		t.Errorf("error %v", err)
	}
	if c, err := call.Counts(func(formula.Symbol) (float64, bool) { return -1000, true }); err != nil || len(c) != 2 {
		t.Errorf("%v, %v: expected the two bases", c, err)
	}
}

// The first [[call]] that matches counts; other methods have no price.
func TestWhichCallMatches(t *testing.T) {
	m := parseText(t, nodeText)
	for _, tt := range []struct {
		class, name, descriptor string
		want                    float64 // the mean of the base; negative for no price
	}{
		{"com/acme/Radio", "send", "([BI)V", 8e-6 + 1.2e-3},
		{"com/acme/Radio", "send", "([B)V", 1e-3},
		{"com/acme/free/Lunch", "eat", "()V", 0},
		{"com/acme/free/deep/Lunch$Table", "eat", "(I)V", 0},
		{"com/acme/Radio", "receive", "()V", -1},
		{"com/acme/RadioX", "send", "([B)V", -1},
	} {
		call, ok := m.Call(tt.class, tt.name, tt.descriptor)
		if ok != (tt.want >= 0) {
			t.Errorf("%s.%s%s: price %v", tt.class, tt.name, tt.descriptor, ok)
			continue
		}
		if !ok {
			continue
		}
		c, err := call.Counts(func(formula.Symbol) (float64, bool) { return -1e9, true })
		if got := m.Price(c, "Device 1").Mean; err != nil || !near(got, tt.want, 1e-12) {
			t.Errorf("%s.%s%s: base %v (%v), want %v", tt.class, tt.name, tt.descriptor, got, err, tt.want)
		}
	}
}

func TestExtension(t *testing.T) {
	m, base := parseText(t, nodeText), rpi5(t)
	if len(base.entries) != 0 || len(base.parameters) != 73 {
		t.Fatalf("extending the shipped model changed it: %d entries, %d parameters", len(base.entries), len(base.parameters))
	}
	f := m.File()
	if m.Name() != "node" || f.Extends != "rpi5-nyholm" || !strings.HasPrefix(f.Note, "for the tests\n") || f.Meter != base.File().Meter || f.Source != base.File().Source {
		t.Errorf("%q extends %q: note %q, meter %q", m.Name(), f.Extends, f.Note, f.Meter)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := counts().Draw(t, "counts")
		if a, b := m.Price(c, "Device 2"), base.Price(c, "Device 2"); a.Mean != b.Mean || !near(a.SD, b.SD, 1e-12) {
			t.Fatalf("%v, and %v without the extension", a, b)
		}
	})
	// A model that extends this one: its calls come first.
	files := map[string]string{
		"node.toml":     nodeText,
		"sub/deep.toml": "name = \"deep\"\nextends = \"../node.toml\"\n[[call]]\nmethod = \"com.acme.Radio.send\"\nuses = [{ component = \"flash\", units = \"2\" }]\n",
		"circle.toml":   "name = \"circle\"\nextends = \"circle.toml\"\n",
		"again.toml":    "name = \"again\"\nextends = \"node.toml\"\n[[component]]\nname = \"radio\"\nunit = \"bit\"\nbase = { mean = 1, sd = 0 }\n",
		"broken.toml":   "name = \"broken\"\nextends = \"worse.toml\"\n",
		"worse.toml":    "name = \"worse\"\nextends = \"rpi5-nyholm\"\n[[call]]\n",
	}
	open := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no such file")
	}
	m, err := Parse("top.toml", []byte("name = \"top\"\nextends = \"sub/deep.toml\"\n"), open)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := m.Call("com/acme/Radio", "send", "([BI)V")
	c, err := call.Counts(sizes)
	if got := m.Price(c, "Device 1").Mean; err != nil || !near(got, 2*2.5e-5, 1e-12) {
		t.Errorf("the call costs %v (%v)", got, err)
	}
	for _, tt := range []struct{ extends, want string }{
		{"circle.toml", "does one extend itself?"},
		{"none.toml", "x.toml:2: cannot extend none.toml: no such file"},
		{"rpi5-nyhlom", "did you mean \"rpi5-nyholm\"?"},
		{"again.toml", "again.toml:4: component \"radio\" is given twice"},
		{"broken.toml", "worse.toml:3: a call needs a method"},
	} {
		_, err := Parse("x.toml", []byte(fmt.Sprintf("name = \"x\"\nextends = %q\n", tt.extends)), open)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("extending %s: error %v, want one with %q", tt.extends, err, tt.want)
		}
	}
}

// On disk, models are looked for beside the one that extends them, or where an absolute path says.
func TestExtensionOnDisk(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	node := write("models/node.toml", nodeText)
	write("models/site.toml", "name = \"site\"\nextends = \"node.toml\"\n")
	for _, extends := range []string{"models/node.toml", "models/site.toml", filepath.ToSlash(node)} {
		m, err := ParseFile(write("top.toml", fmt.Sprintf("name = \"top\"\nextends = %q\n", extends)), nil, nil)
		if err != nil {
			t.Errorf("%s: %v", extends, err)
		} else if _, ok := m.Call("com/acme/Radio", "send", "([B)V"); !ok {
			t.Errorf("%s: the call has no price", extends)
		}
	}
}

// Each case breaks the test model in one place; the error names the line and says what is wrong.
func TestBrokenCalls(t *testing.T) {
	const (
		radio = `slope = { mean = 4.6e-7, sd = 3e-8, correlation = -0.4 }`
		send  = `method = "com.acme.Radio.send(byte[], int)"`
		per   = `per = "arg1"`
		units = `units = "arg0.length + 12"`
	)
	for _, tt := range []struct{ name, old, new, want string }{
		{"unknown key", send, send + "\ncost = 1", `m.toml:19: unknown key "cost" in call`},
		{"unknown key inside", per, `par = "arg1"`, `unknown key "par" in call.slopes; did you mean "per"?`},
		{"type", `base = { mean = 8e-6, sd = 5e-7 }`, `base = 8e-6`, `m.toml:19: `},
		{"no name", `name = "node"`, ``, `the model has no name`},
		{"unit of the extended model", `unit = "J"`, `unit = "instruction"`, `m.toml:3: the unit is "instruction", but that of rpi5-nyholm is "J"`},
		{"what is the extended model's", `note = "for the tests"`, `meter = "guess"`, `m.toml:4: meter comes from rpi5-nyholm`},
		{"parameters", `[[component]]`, "[[parameter]]\ncategory = \"Device\"\nname = \"x\"\nmean = 1\nsd = 1\n[[component]]", `m.toml:6: parameter comes from rpi5-nyholm`},
		{"component without a name", `name = "radio"`, ``, `m.toml:6: a component needs a name`},
		{"component twice", `name = "flash"`, `name = "radio"`, `m.toml:13: component "radio" is given twice`},
		{"component without a unit", `unit = "page"`, ``, `m.toml:12: component "flash" does not say what its unit is`},
		{"component for free", `slope = { mean = 2.5e-5, sd = 2e-6 }`, ``, `m.toml:12: component "flash" costs nothing: `},
		{"mean missing", radio, `slope = { sd = 3e-8 }`, `m.toml:10: radio: per byte: mean and sd are both needed`},
		{"sd missing", radio, `slope = { mean = 4.6e-7 }`, `m.toml:10: radio: per byte: mean and sd are both needed`},
		{"negative mean", radio, `slope = { mean = -4.6e-7, sd = 3e-8 }`, `m.toml:10: radio: per byte: mean -4.6e-07 is not an energy`},
		{"no number", radio, `slope = { mean = nan, sd = 3e-8 }`, `mean NaN is not an energy`},
		{"infinite", radio, `slope = { mean = 1, sd = inf }`, `sd +Inf is no standard deviation`},
		{"negative sd", radio, `slope = { mean = 4.6e-7, sd = -3e-8 }`, `m.toml:10: radio: per byte: sd -3e-08 is no standard deviation`},
		{"microjoules", radio, `slope = { mean = 460000, sd = 30000 }`, `mean 460000 J cannot be: numbers are in joules`},
		{"correlation too large", radio, `slope = { mean = 4.6e-7, sd = 3e-8, correlation = -1.4 }`, `m.toml:10: correlation -1.4 is not between -1 and 1`},
		{"correlation with nothing", `slope = { mean = 2.5e-5, sd = 2e-6 }`, `slope = { mean = 2.5e-5, sd = 2e-6, correlation = 0.1 }`, `m.toml:15: correlation is that with the base, and there is none`},
		{"indefinite", `{ per = "this.size()", mean = 1e-9, sd = 0 }`, `{ per = "this.size()", mean = 1e-9, sd = 1e-10, correlation = 0.9 }`, `m.toml:20: the correlations of the slopes with the base are not positive semidefinite: their squares add up to 1.06`},
		{"no method", send, ``, `m.toml:17: a call needs a method`},
		{"method without a class", send, `method = "send"`, `m.toml:18: method pattern "send": expected a class and a method`},
		{"call twice", `method = "com.acme.free.**"`, `method = "com.acme.Radio.send"`, `m.toml:31: calls of com.acme.Radio.send have a cost already`},
		{"call for free", `base = { mean = 1e-3, sd = 0 }`, ``, `m.toml:26: calls of com.acme.Radio.send cost nothing: `},
		{"formula", per, `per = "arg1 +"`, `m.toml:20: formula "arg1 +", character 7: `},
		{"no formula", per, `per = ""`, `m.toml:20: per is missing in slopes`},
		{"no such argument", per, `per = "arg2"`, `formula "arg2": com.acme.Radio.send(byte[], int) has no arg2`},
		{"result", per, `per = "result.size()"`, `result has no size before the call`},
		{"receiver", per, `per = "this"`, `the receiver is no number`},
		{"length of a number", per, `per = "arg1.length"`, `a parameter of type int has no length`},
		{"size of a number", per, `per = "arg1.size()"`, `a parameter of type int has no size()`},
		{"value of an array", per, `per = "arg0"`, `a parameter of type byte[] has no value to multiply with`},
		{"text of an array", per, `per = "arg0.length()"`, `a parameter of type byte[] has no length()`},
		{"unknown component", `component = "flash"`, `component = "flush"`, `m.toml:21: there is no [[component]] "flush"; did you mean "flash"?`},
		{"no units", `{ component = "flash", units = "arg0.length / 256" }`, `{ component = "flash" }`, `how much of component "flash" is used? add units = "arg0.length", the number of pages`},
		{"units of nothing", radio, ``, `component "radio" has no slope, so that the number of units makes no difference`},
		{"units without a formula", units, `units = "arg9.length"`, `has no arg9.length`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(nodeText, tt.old) {
				t.Fatalf("the model has no %q", tt.old)
			}
			m, err := Parse("m.toml", []byte(strings.Replace(nodeText, tt.old, tt.new, 1)), func(string) ([]byte, error) { return nil, errors.New("no such file") })
			if err == nil || m != nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "m.toml:") {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestTooManyEntries(t *testing.T) {
	var b strings.Builder
	b.WriteString("name = \"many\"\nextends = \"rpi5-nyholm\"\n")
	for i := range maxStated {
		fmt.Fprintf(&b, "[[call]]\nmethod = \"a.B.m%d\"\nbase = { mean = 1, sd = 0 }\n", i)
	}
	m := parseText(t, b.String())
	call, _ := m.Call("a/B", fmt.Sprintf("m%d", maxStated-1), "()V")
	c, err := call.Counts(sizes)
	if g := m.Price(c, "Device 1"); err != nil || g != (Gaussian{1, 0}) {
		t.Errorf("the last call costs %v, %v", g, err)
	}
	m = m.WithUnknownCall(3, "test")
	id, _, _, _ := m.UnknownCall()
	if g := m.Price(pattern.Single(id, 2).Add(c), "Device 1"); g != (Gaussian{7, 0}) {
		t.Errorf("two calls without a price and one with cost %v", g)
	}
	for i := range maxAssumed {
		if m, id, err = m.WithAssumedCall("it.next()", 5); err != nil {
			t.Fatalf("assumption %d: %v", i, err)
		}
	}
	if g := m.Price(pattern.Single(id, 3), "Device 1"); g != (Gaussian{15, 0}) {
		t.Errorf("three calls of an assumed cost: %v", g)
	}
	if _, _, err := m.WithAssumedCall("it.next()", 5); err == nil || !strings.Contains(err.Error(), "more than 127") {
		t.Errorf("one assumption too many: %v", err)
	}
	b.WriteString("[[call]]\nmethod = \"a.B.more\"\nbase = { mean = 1, sd = 0 }\n")
	_, err = Parse("m.toml", []byte(b.String()), nil)
	if want := fmt.Sprintf("m.toml:%d: the model has more than 896 bases and slopes", 3*maxStated+5); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

// withCalls are the variants of the shipped model, with the entries of the test model in the same file.
func withCalls(t testing.TB) []*Model {
	var out []*Model
	own := parseText(t, nodeText).File()
	for _, m := range variants(t) {
		f := m.File()
		f.Components, f.Calls = own.Components, own.Calls
		if !m.Full() { // no correlations there
			f.Components = append([]Component(nil), f.Components...)
			slope := *f.Components[0].Slope
			slope.Correlation = 0
			f.Components[0].Slope = &slope
			f.Calls = append([]CallCost(nil), f.Calls...)
			f.Calls[0].Slopes = append([]Slope(nil), f.Calls[0].Slopes...)
			f.Calls[0].Slopes[0].Correlation = 0
		}
		x, err := New(f, correlationOf(m))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, x.WithResidual(m.Residual()))
	}
	return out
}

func correlationOf(m *Model) [][]float64 {
	if !m.Full() {
		return nil
	}
	n := len(m.parameters)
	r := make([][]float64, n)
	for i := range r {
		r[i] = make([]float64, n)
		for j := range r[i] {
			r[i][j] = m.cov[i*n+j] / (m.sd[i] * m.sd[j])
		}
	}
	return r
}

func TestComonotoneHasNoCorrelation(t *testing.T) {
	f := comonotone(t).File()
	own := parseText(t, nodeText).File()
	f.Components, f.Calls = own.Components, own.Calls
	if _, err := New(f, nil); err == nil || !strings.Contains(err.Error(), "a comonotone model has no correlation") {
		t.Errorf("error %v", err)
	}
}

// entryCounts are counts of patterns and of entries.
func entryCounts(m *Model) *rapid.Generator[pattern.Counts] {
	return rapid.Custom(func(t *rapid.T) pattern.Counts {
		c := counts().Draw(t, "patterns")
		for range rapid.IntRange(0, 5).Draw(t, "entries") {
			c = c.Add(pattern.Single(pattern.Entry(rapid.IntRange(0, len(m.entries)-1).Draw(t, "entry")), float64(rapid.IntRange(1, 2000).Draw(t, "n"))/4))
		}
		return c
	})
}

// Entries are priced like patterns: the sum over the parts, the sound bound above every quantile, and the difference.
func TestEntriesArePricedLikePatterns(t *testing.T) {
	for _, m := range withCalls(t) {
		rapid.Check(t, func(t *rapid.T) {
			c := entryCounts(m).Draw(t, "counts")
			var patterns, entries pattern.Counts
			for _, n := range c {
				if _, ok := n.ID.Entry(); ok {
					entries = append(entries, n)
				} else {
					patterns = append(patterns, n)
				}
			}
			g, p, e := m.Price(c, "Device 1"), m.Price(patterns, "Device 1"), m.Price(entries, "Device 1")
			if !near(g.Mean, p.Mean+e.Mean, 1e-12) {
				t.Fatalf("mean %v, parts %v and %v", g.Mean, p.Mean, e.Mean)
			}
			if m.Full() && !near(g.SD, math.Hypot(p.SD, e.SD), 1e-9) { // they are independent of the processor's
				t.Fatalf("sd %v, parts %v and %v", g.SD, p.SD, e.SD)
			}
			if g.SD > (p.SD+e.SD)*(1+1e-12) || g.SD < max(p.SD, e.SD)*(1-1e-9) {
				t.Fatalf("sd %v, parts %v and %v", g.SD, p.SD, e.SD)
			}
			z := rapid.Float64Range(0, 8).Draw(t, "z")
			upper, lower := m.Weights("Device 1", z)
			slack := 1e-12 * (g.Mean + 10*g.SD)
			if l := c.Dot(upper); l < g.At(z)-slack {
				t.Fatalf("upper bound %v below the quantile %v", l, g.At(z))
			}
			if l := c.Dot(lower); l > g.At(-z)+slack {
				t.Fatalf("lower bound %v above the quantile %v", l, g.At(-z))
			}
			if d := m.WithResidual(Pattern).Difference(c, patterns, "Device 1"); !near(d.Mean, e.Mean, 1e-9) || !near(d.SD, e.SD, 1e-9) {
				t.Fatalf("difference %v, entries %v", d, e)
			}
			sum := 0.0
			for _, s := range m.ClassShares(c, "Device 1") {
				sum += s.Mean
			}
			if !near(sum, g.Mean, 1e-9) {
				t.Fatalf("shares add up to %v of %v", sum, g.Mean)
			}
		})
	}
}
