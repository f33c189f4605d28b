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
	"github.com/energylint/energylint/internal/observe"
)

// Subject is a program that is analysed and can be run.
type Subject struct {
	Class   *classfile.Class
	machine *Machine
	methods []*observe.Method
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
	p := a.Reach(roots)
	up, low := p.Evaluate(absint.TotalInstructions(true)), p.Evaluate(absint.TotalInstructions(false))
	for _, m := range roots {
		sum := a.Summary(m)
		if sum.Err() != nil {
			return nil, sum.Err()
		}
		s.methods = append(s.methods, observe.NewMethod(sum, up[p.Index(m)], low[p.Index(m)]))
	}
	s.machine, err = NewMachine(c, func(m *classfile.Method) observe.Shape { return observe.ShapeOf(a.Summary(m)) })
	return s, err
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
		case k == 5: // of any number of bits
			return int64(int32(r.Uint32())) >> r.IntN(31)
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

// Totals counts runs, and how close their bounds were.
type Totals struct {
	observe.Tightness
	Runs, Stopped int
}

// Check makes a run and compares. The error says which bound was wrong; it is a Violation, or the run could not be
// made.
func (s *Subject) Check(run Run, steps int, totals *Totals) error {
	m := s.methods[run.Method]
	s.machine.Steps, s.machine.depth = steps, 0
	pins := map[string]float64{}
	for i, v := range run.Statics {
		name := "s" + strconv.Itoa(i)
		s.machine.Statics[name] = v
		pins["static.T:"+name+":I"] = float64(v)
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
	_, count, _, err := s.machine.Call(s.Class.Methods[run.Method].Name, args)
	if err != nil && !errors.Is(err, ErrSteps) {
		return err
	}
	calls := count.calls()
	at := m.At(pins)
	if e := m.Compare(&m.Always, "for all arguments", calls); e != nil {
		return e
	}
	if e := m.Compare(&at, "for these arguments", calls); e != nil {
		return e
	}
	if totals != nil {
		totals.Runs++
		if err != nil {
			totals.Stopped++
		}
		if count.Normal {
			totals.Add(&m.Always, &at, calls)
		}
	}
	return nil
}
