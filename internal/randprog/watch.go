package randprog

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A bound may be in terms of the largest or the smallest value that something has at a place. A watch finds out what it
// was in a run: then the bound is a number, too.

// watch is such a symbol.
type watch struct {
	path  string
	what  string // val, len, or nodes with the links
	links []string
	least bool
	rest  []string // fields that lead from the value to the quantity
	param int      // -1 for the value that the instruction at pc leaves
	pc    int

	seen    bool
	value   float64
	objects []*Object // that the links are followed from
}

// watchOf reads the symbol of a method: what it is of is a parameter or an instruction. ok is false where it is neither.
func watchOf(path string, methods map[string]*classfile.Method) (w *watch, m *classfile.Method, ok bool) {
	what, of, found := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(path, "~"), ")"), "(")
	if !found {
		return nil, nil, false
	}
	w = &watch{path: path, param: -1}
	if rest, least := strings.CutPrefix(what, "least"); least {
		w.least = true
		if what = strings.TrimPrefix(rest, ":"); what == "" {
			what = "val"
		}
	}
	kind, rest, deeper := strings.Cut(what, ":")
	switch w.what = kind; {
	case kind == "nodes" && !w.least:
		w.links = strings.Split(strings.TrimSuffix(rest, " of "), "|")
		if slices.ContainsFunc(w.links, func(l string) bool { return strings.Contains(l, "[]") }) {
			return nil, nil, false // a walk over the elements of an array: no object leads to the next
		}
	case kind != "val" && kind != "len":
		return nil, nil, false
	case deeper:
		w.rest = strings.Split(rest, ".")
	}
	if at := strings.LastIndexByte(of, '@'); at >= 0 {
		m = methods[of[:at]]
		id, err := strconv.Atoi(of[at+1:])
		if m == nil || err != nil {
			return nil, nil, false
		}
		w.pc, ok = definition(m, ssa.ID(id))
		return w, m, ok
	}
	at := strings.LastIndex(of, ":p")
	if at < 0 {
		return nil, nil, false
	}
	root, fields, deeper := strings.Cut(of[at+2:], ".")
	if deeper {
		w.rest = append(strings.Split(fields, "."), w.rest...)
	}
	var err error
	w.param, err = strconv.Atoi(root)
	m = methods[of[:at]]
	return w, m, err == nil && m != nil
}

// definition is the instruction that leaves a value.
func definition(m *classfile.Method, v ssa.ID) (pc int, ok bool) {
	code, err := m.Code()
	if err != nil {
		return 0, false
	}
	g, err := cfg.Build(code)
	if err != nil {
		return 0, false
	}
	f, err := ssa.Build(g)
	if err != nil || int(v) >= len(f.Values) || f.Values[v].Kind != ssa.Instr {
		return 0, false
	}
	return int(f.Values[v].PC), true
}

// watchAll makes the machine watch all symbols of some outcomes that it can.
func (m *Machine) watchAll(roots []*classfile.Method, symbols []absint.Symbol) {
	methods := map[string]*classfile.Method{}
	for _, r := range roots {
		methods[r.Class.Name+"."+r.ID()] = r
	}
	for _, s := range symbols {
		if slices.ContainsFunc(m.watches, func(w *watch) bool { return w.path == s.Path }) {
			continue
		}
		w, cm, ok := watchOf(s.Path, methods)
		if !ok {
			continue
		}
		x := m.methods[cm.Class.Name+"."+cm.ID()]
		if w.param < 0 {
			in := &x.code[x.index[w.pc]]
			in.watches = append(in.watches, w)
		} else {
			x.watches = append(x.watches, w)
		}
		m.watches = append(m.watches, w)
	}
}

// see takes a value in.
func (w *watch) see(v Value) {
	if len(w.rest) > 0 || w.links != nil {
		if v.Object != nil && !slices.Contains(w.objects, v.Object) {
			w.objects = append(w.objects, v.Object)
		}
		w.follow()
		return
	}
	w.take(v)
}

func (w *watch) take(v Value) {
	n := float64(v.N)
	if w.what == "len" {
		if v.Array == nil {
			return
		}
		n = float64(len(v.Array.Elements))
	}
	w.number(n)
}

func (w *watch) number(n float64) {
	if !w.seen || n > w.value != w.least {
		w.seen, w.value = true, n
	}
}

// follow takes in what the objects lead to now.
func (w *watch) follow() {
	for _, o := range w.objects {
		v := Value{Object: o}
		for _, f := range w.rest {
			if v.Object != nil {
				class, name, _ := strings.Cut(f, ":")
				name, _, _ = strings.Cut(name, ":")
				v = v.Object.Fields[class+"."+name]
			}
		}
		if w.links == nil {
			w.take(v)
			continue
		}
		w.number(w.nodes(v.Object, nil))
	}
}

// nodes is how many objects the links lead over from o at most; without end in a circle.
func (w *watch) nodes(o *Object, on []*Object) float64 {
	if o == nil {
		return 0
	}
	if slices.Contains(on, o) || len(on) > 1000 {
		return math.Inf(1)
	}
	most := 0.0
	for k, v := range o.Fields {
		if _, name, _ := strings.Cut(k, "."); v.Object != nil && slices.Contains(w.links, name) {
			most = max(most, w.nodes(v.Object, append(on, o)))
		}
	}
	return most + 1
}

// pinWatches gives what was watched its value: what was never seen has none, and any is right.
func (m *Machine) pinWatches(pins map[string]float64) {
	for _, w := range m.watches {
		w.follow()
		switch {
		case !w.seen:
			pins[w.path] = 0
		case w.least:
			pins[w.path] = w.value
		case !math.IsInf(w.value, 1):
			pins[w.path] = math.Max(0, w.value)
		}
	}
}

func (m *Machine) forgetWatched() {
	for _, w := range m.watches {
		w.seen, w.value, w.objects = false, 0, nil
	}
}
