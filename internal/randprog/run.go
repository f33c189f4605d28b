package randprog

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Run is a call with its arguments, the receiver first, and the values of the static fields before it. The method is
// named m0 or A1.v0.
type Run struct {
	Method  string
	Args    []Value
	Statics []int64
}

// String writes a run as a line of a listing: "run m0 3 [1,2] A0{A0.f0=7,A0.f1=null} s=7".
func (r Run) String() string {
	words := []string{"run", r.Method}
	for _, a := range r.Args {
		words = append(words, a.String())
	}
	for _, v := range r.Statics {
		words = append(words, "s="+strconv.FormatInt(v, 10))
	}
	return strings.Join(words, " ")
}

// String writes a value as a run has it.
func (v Value) String() string {
	switch {
	case v.Object != nil:
		var fields []string
		for _, k := range slices.Sorted(maps.Keys(v.Object.Fields)) {
			fields = append(fields, k+"="+v.Object.Fields[k].String())
		}
		return v.Object.Class + "{" + strings.Join(fields, ",") + "}"
	case v.Array == nil:
		return strconv.FormatInt(v.N, 10)
	case v.Array.Elements == nil:
		return "null"
	}
	return strings.ReplaceAll(fmt.Sprint(v.Array.Elements), " ", ",")
}

// ParseRun reads what String wrote.
func ParseRun(line string) (Run, error) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "run" {
		return Run{}, fmt.Errorf("%q is no run", line)
	}
	r := Run{Method: words[1]}
	var errs []error
	for _, w := range words[2:] {
		if v, ok := strings.CutPrefix(w, "s="); ok {
			n, err := strconv.ParseInt(v, 10, 64)
			r.Statics, errs = append(r.Statics, n), append(errs, err)
			continue
		}
		p := &valueParser{rest: w}
		r.Args = append(r.Args, p.value())
		if p.rest != "" || p.err != nil {
			errs = append(errs, fmt.Errorf("%q is no value", w), p.err)
		}
	}
	return r, errors.Join(errs...)
}

// valueParser reads a value from the beginning of rest.
type valueParser struct {
	rest string
	err  error
}

func (p *valueParser) skip(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

// until is what comes before one of the bytes, which stays.
func (p *valueParser) until(stops string) string {
	n := strings.IndexAny(p.rest, stops)
	if n < 0 {
		n = len(p.rest)
	}
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func (p *valueParser) number() int64 {
	n, err := strconv.ParseInt(p.until(",]}"), 10, 64)
	p.err = errors.Join(p.err, err)
	return n
}

func (p *valueParser) value() Value {
	switch {
	case p.skip("null"):
		return Value{Array: &Array{}}
	case p.skip("["):
		a := &Array{Elements: []int64{}}
		for !p.skip("]") && p.err == nil {
			a.Elements = append(a.Elements, p.number())
			p.skip(",")
		}
		return Value{Array: a}
	case strings.HasPrefix(p.rest, "A"):
		o := &Object{Class: p.until("{"), Fields: map[string]Value{}}
		p.skip("{")
		for !p.skip("}") && p.err == nil && p.rest != "" {
			k := p.until("=")
			p.skip("=")
			o.Fields[k] = p.value()
			p.skip(",")
		}
		return Value{Object: o}
	}
	return Value{N: p.number()}
}

// RandomRun makes a call of method i; ok is false where nobody may call it, or there are no objects to call it on.
func (p *Program) RandomRun(r *rand.Rand, i int) (run Run, ok bool) {
	m := p.Methods[i]
	run = Run{Method: p.name(i)}
	if m.isPrivate {
		return run, false
	}
	for k, t := range m.Vars[:m.Params] {
		v := p.randomValue(r, t, 0)
		if k == 0 && !m.isStatic() && v.Object == nil {
			cs := p.concrete(m.owner)
			if len(cs) == 0 {
				return run, false
			}
			v = p.randomObject(r, cs[r.IntN(len(cs))], 0)
		}
		run.Args = append(run.Args, v)
	}
	for range p.Statics {
		run.Statics = append(run.Statics, randomNumber(r))
	}
	return run, true
}

func randomNumber(r *rand.Rand) int64 {
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

func (p *Program) randomValue(r *rand.Rand, t byte, depth int) Value {
	if isObject(t) {
		cs := p.concrete(int(t - firstObject))
		if len(cs) == 0 || depth > 3 || r.IntN(12) == 0 {
			return Value{Array: &Array{}}
		}
		return p.randomObject(r, cs[r.IntN(len(cs))], depth)
	}
	if isArray(t) {
		v := Value{Array: &Array{}}
		if r.IntN(30) > 0 {
			v.Array.Elements = make([]int64, r.IntN(9))
			for k := range v.Array.Elements {
				v.Array.Elements[k] = narrow(t-'a'+'A', randomNumber(r))
			}
		}
		return v
	}
	v := Value{N: narrow(t, randomNumber(r))}
	if t == 'J' {
		if r.IntN(20) == 0 {
			v.N = math.MaxInt64 - int64(r.IntN(4))
		} else if r.IntN(20) == 0 {
			v.N = math.MinInt64 + int64(r.IntN(4))
		}
	}
	return v
}

func (p *Program) randomObject(r *rand.Rand, k, depth int) Value {
	o := &Object{Class: className(k), Fields: map[string]Value{}}
	for _, f := range p.fields(k) {
		o.Fields[fmt.Sprintf("%s.f%d", className(f.class), f.index)] = p.randomValue(r, p.field(f).t, depth+1)
	}
	return Value{Object: o}
}

// narrow is a number as a variable of the type holds it.
func narrow(t byte, v int64) int64 {
	switch t {
	case 'B':
		return int64(int8(v))
	case 'C':
		return int64(uint16(v))
	case 'S':
		return int64(int16(v))
	}
	return v
}
