package models

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tomlline"
	"github.com/energylint/energylint/models/formula"
)

// CallCost is a [[call]] table: what one call of a method, or of any method of a class of them, costs besides the
// instruction that calls it. It is a base and a slope per size of the receiver or an argument, as Hao and others (2013,
// section IV) model the invocations of an interface, and what it uses of components.
type CallCost struct {
	// Method is a pattern as in configurations: com.acme.Http.post, com.acme.net.**, post(byte[], int).
	Method string  `toml:"method"`
	Base   *Amount `toml:"base"`
	Slopes []Slope `toml:"slopes"`
	Uses   []Use   `toml:"uses"`
	Note   string  `toml:"note"`
}

// Amount is an energy with its standard deviation, in the file's unit.
type Amount struct {
	Mean *float64 `toml:"mean"`
	SD   *float64 `toml:"sd"`
}

// Slope is an energy for each unit of a size.
type Slope struct {
	// Per is a formula of the sizes at the call: "arg0.length".
	Per  string   `toml:"per"`
	Mean *float64 `toml:"mean"`
	SD   *float64 `toml:"sd"`
	// Correlation is that of the slope with the base: a regression estimates the two together.
	Correlation float64 `toml:"correlation"`
}

// Use says that a call uses a component.
type Use struct {
	Component string `toml:"component"`
	// Units is a formula of the sizes at the call: how much it uses.
	Units string `toml:"units"`
}

// Component is a [[component]] table: hardware that calls use, such as a radio or a disk. A use costs the base, and the
// slope for each unit.
type Component struct {
	Name string `toml:"name"`
	// Unit is what a unit is called: "byte".
	Unit  string          `toml:"unit"`
	Base  *Amount         `toml:"base"`
	Slope *ComponentSlope `toml:"slope"`
	Note  string          `toml:"note"`
}

// ComponentSlope is what a unit of a component costs.
type ComponentSlope struct {
	Mean        *float64 `toml:"mean"`
	SD          *float64 `toml:"sd"`
	Correlation float64  `toml:"correlation"`
}

// CallPrice is a checked [[call]]: entries to count for each call of a method.
type CallPrice struct {
	Terms  []CallTerm
	method *methodpattern.Pattern
}

// CallTerm is an entry of the model and how often one call counts it.
type CallTerm struct {
	ID    pattern.ID
	Count formula.Expr
}

// Call returns what the model's file says that a call of the method costs: the first [[call]] that the method matches.
// class is an internal name.
func (m *Model) Call(class, name, descriptor string) (*CallPrice, bool) {
	for i := range m.calls {
		if m.calls[i].method.Match(class, name, descriptor) {
			return &m.calls[i], true
		}
	}
	return nil, false
}

// Counts evaluates the cost at given sizes. A count that comes out below 0 is 0. See formula.Eval for the errors.
func (c *CallPrice) Counts(value func(formula.Symbol) (float64, bool)) (pattern.Counts, error) {
	var sum pattern.Counts
	for _, t := range c.Terms {
		n, err := formula.Eval(t.Count, value)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			sum = sum.Add(pattern.Single(t.ID, n))
		}
	}
	return sum, nil
}

// entry is a base or a slope: a parameter by itself, the same on every device, without lack of fit.
type entry struct {
	class Class
	name  string // of the component
}

// The categories of the parameters that entries are.
const (
	callCategory      = "Call"
	componentCategory = "Component"
)

// maxStated is how many bases and slopes a model can have. The other entries are left for WithUnknownCall and
// WithAssumedCall.
const maxStated = pattern.MaxEntries - 1 - maxAssumed

// largestJoules is more than any call or unit costs: whoever writes more has not written joules.
const largestJoules = 1e5

// readEntries adds what [[component]] and [[call]] tables say.
func (b *builder) readEntries(components []Component, calls []CallCost) {
	before := len(b.parameters)
	correlations := map[[2]int]float64{}
	for i, c := range components {
		b.readComponent(i, c, correlations)
	}
	seen := map[string]bool{}
	for i, c := range calls {
		b.readCall(i, c, seen, correlations)
	}
	if len(b.problems) == 0 && b.cov != nil {
		b.extendCovariance(before, correlations)
	}
}

// componentEntries are the entries of a component; negative for none.
type componentEntries struct {
	base, slope int
	unit        string
}

func (b *builder) readComponent(i int, c Component, correlations map[[2]int]float64) {
	const table = "component"
	switch _, again := b.components[c.Name]; {
	case c.Name == "":
		b.fail(table, i, "", `a component needs a name: add name = "network"`)
		return
	case again:
		b.fail(table, i, "name", "component %q is given twice", c.Name)
		return
	case c.Unit == "":
		b.fail(table, i, "", `component %q does not say what its unit is: add unit = "byte", or what else its slope is for`, c.Name)
	case c.Base == nil && c.Slope == nil:
		b.fail(table, i, "", "component %q costs nothing: add base = { mean = ..., sd = ... }, what a use costs, or slope = { mean = ..., sd = ... }, what each %s costs", c.Name, c.Unit)
	}
	e := componentEntries{base: -1, slope: -1, unit: c.Unit}
	if c.Base != nil {
		e.base = b.addEntry(table, i, "base", componentCategory, c.Name+": base", entry{ComponentUse, c.Name}, c.Base.Mean, c.Base.SD)
	}
	if c.Slope != nil {
		e.slope = b.addEntry(table, i, "slope", componentCategory, c.Name+": per "+c.Unit, entry{ComponentUse, c.Name}, c.Slope.Mean, c.Slope.SD)
		b.correlate(table, i, "slope", e.base, []int{e.slope}, []float64{c.Slope.Correlation}, correlations)
	}
	b.components[c.Name] = e
}

func (b *builder) readCall(i int, c CallCost, seen map[string]bool, correlations map[[2]int]float64) {
	const table = "call"
	if c.Method == "" {
		b.fail(table, i, "", `a call needs a method: add method = "com.acme.Http.post", or a pattern such as "com.acme.net.**"`)
		return
	}
	p, err := methodpattern.Compile(c.Method)
	if err != nil {
		b.fail(table, i, "method", "%v", err)
		return
	}
	if seen[c.Method] {
		b.fail(table, i, "method", "calls of %s have a cost already: the first [[call]] that matches is the one that counts", c.Method)
	}
	seen[c.Method] = true
	if c.Base == nil && len(c.Slopes) == 0 && len(c.Uses) == 0 {
		b.fail(table, i, "", "calls of %s cost nothing: add base, slopes or uses; base = { mean = 0, sd = 0 } says that they are free", c.Method)
	}
	call := CallPrice{method: p}
	base := -1
	if c.Base != nil {
		base = b.addEntry(table, i, "base", callCategory, c.Method+": base", entry{class: StatedCall}, c.Base.Mean, c.Base.SD)
		call.Terms = append(call.Terms, CallTerm{pattern.Entry(base), formula.Number(1)})
	}
	var slopes []int
	var rs []float64
	for _, s := range c.Slopes {
		per, ok := b.callFormula(i, "slopes", "per", s.Per, p)
		if !ok {
			continue
		}
		n := b.addEntry(table, i, "slopes", callCategory, c.Method+": per "+per.String(), entry{class: StatedCall}, s.Mean, s.SD)
		slopes, rs = append(slopes, n), append(rs, s.Correlation)
		call.Terms = append(call.Terms, CallTerm{pattern.Entry(n), per})
	}
	b.correlate(table, i, "slopes", base, slopes, rs, correlations)
	for _, u := range c.Uses {
		call.Terms = append(call.Terms, b.use(i, u, p)...)
	}
	b.calls = append(b.calls, call)
}

// use is what one use of a component counts.
func (b *builder) use(i int, u Use, p *methodpattern.Pattern) []CallTerm {
	e, ok := b.components[u.Component]
	if !ok {
		names := slices.Sorted(maps.Keys(b.components))
		text := fmt.Sprintf("there is no [[component]] %q", u.Component)
		if near := tomlline.Nearest(u.Component, names); near != "" {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		b.fail("call", i, "uses", "%s", text)
		return nil
	}
	var out []CallTerm
	if e.base >= 0 {
		out = append(out, CallTerm{pattern.Entry(e.base), formula.Number(1)})
	}
	switch {
	case e.slope < 0 && u.Units != "":
		b.fail("call", i, "uses", "component %q has no slope, so that the number of units makes no difference: remove units, or give the component a slope", u.Component)
	case e.slope >= 0 && u.Units == "":
		b.fail("call", i, "uses", `how much of component %q is used? add units = "arg0.length", the number of %s`, u.Component, plural(e.unit))
	case e.slope >= 0:
		if units, ok := b.callFormula(i, "uses", "units", u.Units, p); ok {
			out = append(out, CallTerm{pattern.Entry(e.slope), units})
		}
	}
	return out
}

func plural(unit string) string {
	if strings.HasSuffix(unit, "s") {
		return unit
	}
	return unit + "s"
}

// callFormula reads a formula of the sizes at a call, and holds it against the method's parameters where the pattern
// says which there are.
func (b *builder) callFormula(i int, key, what, text string, p *methodpattern.Pattern) (formula.Expr, bool) {
	if strings.TrimSpace(text) == "" {
		b.fail("call", i, key, `%s is missing in %s: say of which size, %s = "arg0.length"`, what, key, what)
		return nil, false
	}
	x, err := formula.Parse(text)
	if err != nil {
		b.fail("call", i, key, "%v", err)
		return nil, false
	}
	params, known := p.Params()
	for _, s := range formula.Symbols(x) {
		switch {
		case s.Argument == formula.Result:
			b.fail("call", i, key, "formula %q: result has no size before the call", text)
			return nil, false
		case s.Argument == formula.Receiver && s.Measure == formula.Value:
			b.fail("call", i, key, "formula %q: the receiver is no number; this.size(), this.length() or an argument may be meant", text)
			return nil, false
		case known && s.Argument >= len(params):
			b.fail("call", i, key, "formula %q: %s has no %s", text, p, s)
			return nil, false
		case known && s.Argument >= 0 && !hasMeasure(params[s.Argument], s.Measure):
			b.fail("call", i, key, "formula %q: a parameter of type %s has no %s", text, params[s.Argument], measureName(s))
			return nil, false
		}
	}
	return x, true
}

// hasMeasure reports whether a value of a type, as it is written in a pattern, has the number that a formula means.
func hasMeasure(typ string, m formula.Measure) bool {
	if typ == "*" {
		return true
	}
	array := strings.HasSuffix(typ, "[]")
	switch m {
	case formula.ArrayLength:
		return array
	case formula.Value:
		switch typ {
		case "int", "long", "short", "byte", "char":
			return true
		}
		return false
	}
	switch typ {
	case "int", "long", "short", "byte", "char", "boolean", "float", "double":
		return false
	}
	return !array
}

func measureName(s formula.Symbol) string {
	if s.Measure == formula.Value {
		return "value to multiply with"
	}
	return strings.TrimPrefix(s.String()[strings.IndexByte(s.String(), '.'):], ".")
}

// addEntry adds the parameter of a base or slope and returns the number of its entry.
func (b *builder) addEntry(table string, i int, key, category, name string, e entry, mean, sd *float64) int {
	p := Parameter{Category: category, Name: name}
	switch {
	case mean == nil || sd == nil:
		b.fail(table, i, key, "%s: mean and sd are both needed, { mean = ..., sd = ... }; sd = 0 is what is known exactly", name)
	case !(*mean >= 0) || math.IsInf(*mean, 0):
		b.fail(table, i, key, "%s: mean %v is not an energy: expected 0 or more", name, *mean)
	case b.file.Unit == "J" && *mean > largestJoules:
		b.fail(table, i, key, "%s: mean %v J cannot be: numbers are in joules", name, *mean)
	case !(*sd >= 0) || math.IsInf(*sd, 0):
		b.fail(table, i, key, "%s: sd %v is no standard deviation: expected 0 or more", name, *sd)
	default:
		p.Mean, p.SD = *mean, *sd
	}
	n := len(b.entries)
	if n >= maxStated {
		if len(b.problems) == 0 {
			b.fail(table, i, key, "the model has more than %d bases and slopes: one [[call]] may stand for a class of methods, com.acme.net.**", maxStated)
		}
		return 0
	}
	b.entries = append(b.entries, e)
	id, k := pattern.Entry(n), len(b.parameters)
	b.parameters = append(b.parameters, p)
	b.mean, b.sd = append(b.mean, p.Mean), append(b.sd, p.SD)
	b.rows[id] = row{param: [4]int16{int16(k)}, n: 1, fitted: true, entry: true}
	b.basis[id], b.expanded[id] = measured, []share{{id, 1}}
	return n
}

// correlate takes over the correlations of slopes with their base. Slopes are independent of each other, so that the
// matrix of all of them is positive semidefinite where the squares add up to at most 1.
func (b *builder) correlate(table string, i int, key string, base int, slopes []int, rs []float64, correlations map[[2]int]float64) {
	sum := 0.0
	for k, r := range rs {
		switch {
		case r == 0:
			continue
		case !(math.Abs(r) <= 1):
			b.fail(table, i, key, "correlation %v is not between -1 and 1", r)
			return
		case base < 0:
			b.fail(table, i, key, "correlation is that with the base, and there is none: add base, or remove correlation")
			return
		case b.cov == nil:
			b.fail(table, i, key, "a comonotone model has no correlation: remove it, or say covariance = \"full\"")
			return
		}
		sum += r * r
		correlations[[2]int{base, slopes[k]}] = r
	}
	if sum > 1+1e-9 {
		b.fail(table, i, key, "the correlations of the slopes with the base are not positive semidefinite: their squares add up to %.3g, more than 1, and some sum would have a negative variance", sum)
	}
}

// extendCovariance makes room for the parameters from before on, which are independent but for the given correlations
// of entries.
func (b *builder) extendCovariance(before int, correlations map[[2]int]float64) {
	n := len(b.parameters)
	cov := widen(b.cov, before, n)
	for i := before; i < n; i++ {
		cov[i*n+i] = b.sd[i] * b.sd[i]
	}
	for pair, r := range correlations {
		i, j := int(b.rows[pattern.Entry(pair[0])].param[0]), int(b.rows[pattern.Entry(pair[1])].param[0])
		cov[i*n+j] = r * b.sd[i] * b.sd[j]
		cov[j*n+i] = cov[i*n+j]
	}
	b.cov = cov
}
