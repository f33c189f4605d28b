package randprog

import (
	"errors"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/observe"
)

// Subject is a program that is analysed and can be run.
type Subject struct {
	machine *Machine
	program *absint.Program
	methods map[string]*observe.Method // by Run.Method, those of T by their number, too
}

// parse assembles a listing and reads the classes.
func parse(listing string) ([]*classfile.Class, error) {
	files, err := Assemble(listing)
	if err != nil {
		return nil, err
	}
	var classes []*classfile.Class
	for _, data := range files {
		c, err := classfile.Parse(data)
		if err != nil {
			return nil, err
		}
		classes = append(classes, c)
	}
	return classes, nil
}

// platformListing are the classes of the platform that programs use, without code.
func platformListing() string {
	var b strings.Builder
	b.WriteString("class java/lang/Object\nabstract <init> ()V\n")
	for name, super := range platform {
		b.WriteString("class " + name + " < " + super + "\nabstract <init> ()V\n")
	}
	return b.String()
}

// library finds the platform's classes.
var library = func() callgraph.Library {
	classes, err := parse(platformListing())
	if err != nil {
		panic(err) // the listing is above
	}
	byName := map[string]*classfile.Class{}
	for _, c := range classes[1:] {
		if c.Name == "java/lang/Object" {
			c.Super = ""
		}
		for i := range c.Methods {
			c.Methods[i].Access = classfile.AccPublic | classfile.AccNative
		}
		byName[c.Name] = c
	}
	return func(name string) *classfile.Class { return byName[name] }
}()

// roots are all methods with code.
func roots(classes []*classfile.Class) []*classfile.Method {
	var out []*classfile.Method
	for _, c := range classes {
		for i := range c.Methods {
			if m := &c.Methods[i]; !m.Abstract() {
				out = append(out, m)
			}
		}
	}
	return out
}

// Analyse assembles a listing and analyses it.
func Analyse(listing string) (*Subject, error) {
	classes, err := parse(listing)
	if err != nil {
		return nil, err
	}
	a := absint.NewAnalyzer(callgraph.New(classes, library, 1), nil, nil, 1)
	roots := roots(classes)
	p := a.Reach(roots)
	s := &Subject{program: p, methods: map[string]*observe.Method{}}
	up, low := p.Evaluate(absint.TotalInstructions(true)), p.Evaluate(absint.TotalInstructions(false))
	var symbols []absint.Symbol
	for i, m := range roots {
		sum := a.Summary(m)
		if sum.Err() != nil {
			return nil, sum.Err()
		}
		name := m.Name
		if m.Class.Name != "T" {
			name = m.Class.Name + "." + name
		}
		s.methods[name] = observe.NewMethod(sum, up[p.Index(m)], low[p.Index(m)])
		s.methods[strconv.Itoa(i)] = s.methods[name]
		symbols = append(append(symbols, sum.Symbols(up[p.Index(m)])...), sum.Symbols(sum.Own(absint.OwnInstructions(true)))...)
	}
	s.machine, err = NewMachine(classes, func(m *classfile.Method) observe.Shape { return observe.ShapeOf(a.Summary(m)) })
	if err == nil {
		s.machine.watchAll(roots, symbols)
	}
	return s, err
}

// Totals counts runs, and how close their bounds were.
type Totals struct {
	observe.Tightness
	Runs, Stopped int
	Events        Events
	Constructs    Constructs
}

// Merge takes over what another one counted.
func (t *Totals) Merge(u *Totals) {
	t.Tightness.Merge(&u.Tightness)
	t.Runs += u.Runs
	t.Stopped += u.Stopped
	t.Events.add(&u.Events)
	t.Constructs.add(&u.Constructs)
}

func (e *Events) add(f *Events) {
	e.Virtual += f.Virtual
	e.Lambda += f.Lambda
	e.Thrown += f.Thrown
	e.Caught += f.Caught
	e.Fields += f.Fields
}

// Check makes a run and compares. The error says which bound was wrong; it is a Violation, or the run could not be
// made.
func (s *Subject) Check(run Run, steps int, totals *Totals) error {
	_, err := s.check(run, steps, totals)
	return err
}

// Known reports whether the instructions of a call have an upper bound: those of the method, and with those that it calls.
type Known struct{ Own, Total bool }

// check says what has an upper bound, too.
func (s *Subject) check(run Run, steps int, totals *Totals) (Known, error) {
	m := s.methods[run.Method]
	if m == nil {
		return Known{}, errors.New("no method " + run.Method)
	}
	count, pins, err := s.call(run, steps)
	if err != nil && !errors.Is(err, ErrSteps) {
		return Known{}, err
	}
	calls := count.calls()
	at := m.At(pins)
	if e := m.Compare(&m.Always, "for all arguments", calls); e != nil {
		return Known{}, e
	}
	if e := m.Compare(&at, "for these arguments", calls); e != nil {
		return Known{}, e
	}
	if totals != nil {
		totals.Runs++
		totals.Events.add(&s.machine.Events)
		if err != nil {
			totals.Stopped++
		}
		if count.Normal {
			totals.Add(&m.Always, &at, calls)
		}
	}
	return Known{at.Own.Known, at.Total.Known}, nil
}

// call makes a run. pins are the values that the symbols had in it.
func (s *Subject) call(run Run, steps int) (count *Count, pins map[string]float64, err error) {
	m := s.methods[run.Method]
	s.machine.Steps, s.machine.depth, s.machine.Events = steps, 0, Events{}
	pins = map[string]float64{}
	for i, v := range run.Statics {
		name := "s" + strconv.Itoa(i)
		s.machine.Statics[name] = v
		pins["static.T:"+name+":I"] = float64(v)
	}
	args := make([]Value, len(run.Args))
	for i, a := range run.Args {
		args[i] = s.machine.copyOf(a)
		s.machine.pin(pins, "p"+strconv.Itoa(i), args[i])
	}
	s.machine.forgetWatched()
	cm := m.Summary.Method
	_, count, _, err = s.machine.Call(cm.Class.Name+"."+cm.ID(), args)
	if err == nil || errors.Is(err, ErrSteps) {
		s.machine.pinWatches(pins)
	}
	return count, pins, err
}

// copyOf is a value that a run may change.
func (m *Machine) copyOf(v Value) Value {
	switch {
	case v.Array != nil && v.Array.Elements == nil: // null
		return Value{}
	case v.Array != nil:
		return Value{Array: &Array{Elements: append([]int64{}, v.Array.Elements...)}}
	case v.Object != nil:
		o := &Object{Class: v.Object.Class, Fields: map[string]Value{}}
		for k, f := range v.Object.Fields {
			o.Fields[k] = m.copyOf(f)
		}
		return Value{Object: o}
	}
	return v
}

// pin gives the symbols that a value determines their values.
func (m *Machine) pin(pins map[string]float64, path string, v Value) {
	switch {
	case v.Array != nil:
		pins["len("+path+")"] = float64(len(v.Array.Elements))
	case v.Object != nil:
		for _, c := range m.above(v.Object.Class) {
			k := m.classes[c]
			for i := 0; k != nil && i < len(k.Fields); i++ {
				f := &k.Fields[i]
				m.pin(pins, path+"."+c+":"+f.Name+":"+f.Desc, v.Object.Fields[c+"."+f.Name])
			}
		}
	default:
		pins[path] = float64(v.N)
	}
}
