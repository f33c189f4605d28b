package randprog

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Subject is a program that is analysed and can be run.
type Subject struct {
	Class   *classfile.Class
	machine *Machine
	program *absint.Program
	sums    []*absint.Summary
	upper   []absint.Outcome // total instructions
	lower   []absint.Outcome
	ownUp   []absint.Outcome
	ownLow  []absint.Outcome
	always  []bounds // for all arguments
}

// bounds are the numbers of one method.
type bounds struct {
	own, total       absint.Numbers
	ownLow, totalLow absint.Numbers
	loops            []absint.Loop // as the graph has them
}

// Analyse assembles a listing and analyses it.
func Analyse(listing string) (*Subject, error) {
	data, err := Assemble(listing)
	if err != nil {
		return nil, err
	}
	c, err := classfile.Parse(data)
	if err != nil {
		return nil, err
	}
	a := absint.NewAnalyzer(callgraph.New([]*classfile.Class{c}, nil, 1), nil, nil, 1)
	s := &Subject{Class: c}
	roots := make([]*classfile.Method, len(c.Methods))
	for i := range c.Methods {
		roots[i] = &c.Methods[i]
	}
	s.program = a.Reach(roots)
	up, low := s.program.Evaluate(absint.TotalInstructions(true)), s.program.Evaluate(absint.TotalInstructions(false))
	for _, m := range roots {
		sum := a.Summary(m)
		if sum.Err() != nil {
			return nil, sum.Err()
		}
		i := s.program.Index(m)
		s.sums = append(s.sums, sum)
		s.upper, s.lower = append(s.upper, up[i]), append(s.lower, low[i])
		s.ownUp = append(s.ownUp, sum.Own(absint.OwnInstructions(true)))
		s.ownLow = append(s.ownLow, sum.Own(absint.OwnInstructions(false)))
		s.always = append(s.always, s.bounds(sum, len(s.sums)-1))
	}
	s.machine, err = NewMachine(c, func(m *classfile.Method) LoopShape { return ShapeOf(a.Summary(m)) })
	return s, err
}

// ShapeOf says where the loops of a method are.
func ShapeOf(s *absint.Summary) LoopShape {
	g := s.Graph()
	n := len(g.Code.Bytes)
	sh := LoopShape{Header: make([]int32, n)}
	for i := range sh.Header {
		sh.Header[i] = -1
	}
	for l := range g.Loops {
		sh.Header[g.Blocks[g.Loops[l].Header].Start] = int32(l)
		in := make([]bool, n)
		for b := range g.Blocks {
			if g.InLoop(b, l) {
				for pc := g.Blocks[b].Start; pc < g.Blocks[b].End; pc++ {
					in[pc] = true
				}
			}
		}
		sh.Member = append(sh.Member, in)
	}
	return sh
}

// Run is a call with its arguments and the values of the static fields before it.
type Run struct {
	Method  int
	Args    []Value
	Statics []int64
}

// String writes a run as a line of a listing: "run 0 3 [1,2] s 7"; null is an array argument that is null.
func (r Run) String() string {
	words := []string{"run", strconv.Itoa(r.Method)}
	for _, a := range r.Args {
		switch {
		case a.Array == nil:
			words = append(words, strconv.FormatInt(a.N, 10))
		case a.Array.Elements == nil:
			words = append(words, "null")
		default:
			words = append(words, strings.ReplaceAll(fmt.Sprint(a.Array.Elements), " ", ","))
		}
	}
	for _, v := range r.Statics {
		words = append(words, "s="+strconv.FormatInt(v, 10))
	}
	return strings.Join(words, " ")
}

// ParseRun reads what String wrote.
func ParseRun(line string) (Run, error) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "run" {
		return Run{}, fmt.Errorf("%q is no run", line)
	}
	m, err := strconv.Atoi(words[1])
	r := Run{Method: m}
	for _, w := range words[2:] {
		if v, ok := strings.CutPrefix(w, "s="); ok {
			n, e := strconv.ParseInt(v, 10, 64)
			r.Statics, err = append(r.Statics, n), errors.Join(err, e)
			continue
		}
		if w == "null" {
			r.Args = append(r.Args, Value{Array: &Array{}})
			continue
		}
		list, ok := strings.CutPrefix(w, "[")
		if !ok {
			n, e := strconv.ParseInt(w, 10, 64)
			r.Args, err = append(r.Args, Value{N: n}), errors.Join(err, e)
			continue
		}
		a := &Array{Elements: []int64{}}
		for _, x := range strings.FieldsFunc(strings.TrimSuffix(list, "]"), func(c rune) bool { return c == ',' }) {
			n, e := strconv.ParseInt(x, 10, 64)
			a.Elements, err = append(a.Elements, n), errors.Join(err, e)
		}
		r.Args = append(r.Args, Value{Array: a})
	}
	return r, err
}

// RandomRun makes a call of method i.
func (p *Program) RandomRun(r *rand.Rand, i int) Run {
	m := p.Methods[i]
	run := Run{Method: i}
	number := func() int64 {
		switch k := r.IntN(24); {
		case k == 0:
			return math.MaxInt32 - int64(r.IntN(4))
		case k == 1:
			return math.MinInt32 + int64(r.IntN(4))
		case k == 2:
			return -1 - int64(r.IntN(40))
		case k < 5:
			return int64(r.IntN(60))
		}
		return int64(r.IntN(14)) - 1
	}
	for _, t := range m.Vars[:m.Params] {
		v := Value{N: number()}
		switch t {
		case 'B':
			v.N = int64(int8(v.N))
		case 'C':
			v.N = int64(uint16(v.N))
		case 'S':
			v.N = int64(int16(v.N))
		case 'J':
			if r.IntN(20) == 0 {
				v.N = math.MaxInt64 - int64(r.IntN(4))
			} else if r.IntN(20) == 0 {
				v.N = math.MinInt64 + int64(r.IntN(4))
			}
		}
		if isArray(t) {
			v = Value{Array: &Array{}}
			if r.IntN(30) > 0 {
				v.Array.Elements = make([]int64, r.IntN(9))
				for k := range v.Array.Elements {
					x := number()
					switch t {
					case 'b':
						x = int64(int8(x))
					case 'c':
						x = int64(uint16(x))
					case 's':
						x = int64(int16(x))
					}
					v.Array.Elements[k] = x
				}
			}
		}
		run.Args = append(run.Args, v)
	}
	for range p.Statics {
		run.Statics = append(run.Statics, number())
	}
	return run
}

// Tightness collects how close the bounds of loops are: the bound of the iterations for the arguments of a call,
// divided by the most that were observed, where the method returned and entered the loop.
type Tightness struct {
	Exact   []float64 // of loops whose number is proved exact
	Bounded []float64 // of all other loops with a bound
	Unbound int       // loops without one, for these arguments
	Runs    int
	Stopped int // runs that were stopped after too many steps
}

// Check runs a call and compares. The error says which bound was wrong; it is a Violation, or the run could not
// be made.
func (s *Subject) Check(run Run, steps int, tight *Tightness) error {
	m := &s.Class.Methods[run.Method]
	s.machine.Steps, s.machine.depth = steps, 0
	pins := map[string]float64{}
	for i, v := range run.Statics {
		name := "s" + strconv.Itoa(i)
		s.machine.Statics[name] = v
		pins["T."+name] = float64(v)
	}
	args := make([]Value, len(run.Args))
	for i, a := range run.Args {
		key := "p" + strconv.Itoa(i)
		switch {
		case a.Array == nil:
			pins[key] = float64(a.N)
			args[i] = a
		case a.Array.Elements == nil: // null
		default:
			pins["len("+key+")"] = float64(len(a.Array.Elements))
			args[i] = Value{Array: &Array{Elements: append([]int64(nil), a.Array.Elements...)}}
		}
	}
	_, count, _, err := s.machine.Call(m.Name, args)
	if err != nil && !errors.Is(err, ErrSteps) {
		return err
	}
	if tight != nil {
		tight.Runs++
		if err != nil {
			tight.Stopped++
		}
	}
	sum := s.sums[run.Method]
	at := s.bounds(sum.At(pins), run.Method)
	if e := compare(&s.always[run.Method], "for all arguments", m.Name, count); e != nil {
		return e
	}
	if e := compare(&at, "for these arguments", m.Name, count); e != nil {
		return e
	}
	if tight != nil && count.Normal {
		loops := s.always[run.Method].loops
		for l, b := range at.loops {
			c := &count.Loops[l]
			switch {
			case c.Entries == 0:
			case math.IsInf(b.Max, 1):
				tight.Unbound++
			case loops[l].Status == absint.Exact:
				tight.Exact = append(tight.Exact, ratio(b.Max, c.Most))
			default:
				tight.Bounded = append(tight.Bounded, ratio(b.Max, c.Most))
			}
		}
	}
	return nil
}

func ratio(bound float64, observed int64) float64 {
	if observed == 0 {
		return bound + 1
	}
	return bound / float64(observed)
}

// byHeader orders the loops as the graph has them.
func byHeader(s *absint.Summary) []absint.Loop {
	g := s.Graph()
	out := make([]absint.Loop, len(g.Loops))
	for _, x := range s.Loops(nil) {
		for l := range g.Loops {
			if g.Blocks[g.Loops[l].Header].Start == x.Offset {
				out[l] = x
			}
		}
	}
	return out
}

// Violation is a bound that does not hold.
type Violation struct{ Text string }

func (v *Violation) Error() string { return v.Text }

func (s *Subject) bounds(sum *absint.Summary, i int) bounds {
	return bounds{
		own:      sum.Range(s.ownUp[i], absint.OwnInstructions(true), nil),
		total:    sum.Range(s.upper[i], absint.TotalInstructions(true), nil),
		ownLow:   sum.Range(s.ownLow[i], absint.OwnInstructions(false), nil),
		totalLow: sum.Range(s.lower[i], absint.TotalInstructions(false), nil),
		loops:    byHeader(sum),
	}
}

// compare holds what a call executed against bounds.
func compare(b *bounds, how, name string, c *Count) error {
	fail := func(what string, observed int64, relation string, bound float64) error {
		return &Violation{fmt.Sprintf("%s of %s: observed %d, bound %s %s %s", what, name, observed, relation, strconv.FormatFloat(bound, 'f', -1, 64), how)}
	}
	switch {
	case b.own.Known && float64(c.Own) > b.own.Own:
		return fail("own instructions", c.Own, "<=", b.own.Own)
	case b.total.Known && float64(c.Total) > b.total.Total:
		return fail("total instructions", c.Total, "<=", b.total.Total)
	case c.Normal && float64(c.Own) < b.ownLow.Own:
		return fail("own instructions", c.Own, ">=", b.ownLow.Own)
	case c.Normal && float64(c.Total) < b.totalLow.Total:
		return fail("total instructions", c.Total, ">=", b.totalLow.Total)
	}
	for l, b := range b.loops {
		k := &c.Loops[l]
		where := fmt.Sprintf(" of the loop at %d", b.Offset)
		if float64(k.Most) > b.Max {
			return fail("iterations"+where, k.Most, "<=", b.Max)
		}
		if float64(k.Header) > b.HeaderMax {
			return fail("header executions"+where, k.Header, "<=", b.HeaderMax)
		}
		if c.Normal {
			if k.Least >= 0 && float64(k.Least) < b.Min {
				return fail("iterations"+where, k.Least, ">=", b.Min)
			}
			if float64(k.Header) < b.HeaderMin {
				return fail("header executions"+where, k.Header, ">=", b.HeaderMin)
			}
		}
	}
	return nil
}
