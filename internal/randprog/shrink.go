package randprog

import (
	"maps"
	"slices"
)

// Shrink takes a program that fails a test apart for as long as it still fails: it returns the smallest that it
// finds.
func Shrink(p *Program, fails func(*Program) bool) *Program {
	for progress := true; progress; {
		progress = false
		for i := 0; ; i++ {
			q := p.clone()
			tried, changed := q.reduce(i)
			if !tried {
				break
			}
			if changed && fails(q) {
				p, progress = q, true
				i--
			}
		}
	}
	return p
}

// reduce applies the i-th of all simplifications. tried is false where there are not so many.
func (p *Program) reduce(i int) (tried, changed bool) {
	k := 0
	done := false
	var walk func(n *node)
	try := func(f func()) {
		if k == i && !done {
			f()
			done = true
		}
		k++
	}
	walk = func(n *node) {
		if n == nil || done {
			return
		}
		switch n.k {
		case sBlock:
			for j := 0; j < len(n.kids) && !done; j++ {
				try(func() { n.kids = slices.Delete(n.kids, j, j+1) })
				if done {
					return
				}
				for _, inner := range n.kids[j].kids {
					if inner != nil && inner.k == sBlock && len(inner.kids) > 0 {
						try(func() { n.kids = slices.Insert(slices.Delete(n.kids, j, j+1), j, inner.kids...) })
						if done {
							return
						}
					}
				}
			}
		case cAnd, cOr, cNot:
			for _, c := range n.kids {
				try(func() { *n = *c })
				if done {
					return
				}
			}
		case eBin, eNeg, eConv, eElem, eMath, eCall, eCond, eLen, eVar, eStatic, eField, eVirtual, eObject, eLambda, eCast:
			if isObject(n.t) {
				try(func() { *n = node{k: eNull, t: n.t} })
			} else if number(n.t) && n.t != 'V' {
				for _, v := range []int64{0, 1} {
					try(func() { *n = node{k: eConst, t: n.t, v: v} })
					if done {
						return
					}
				}
				for _, c := range n.kids {
					if c.k < cCmp && c.t == n.t {
						try(func() { *n = *c })
						if done {
							return
						}
					}
				}
			}
		case eConst:
			if n.v != 0 && n.v != 1 {
				try(func() { n.v /= 2 })
				try(func() { n.v -= sgn(n.v) })
			}
		case sLoop:
			if n.v == inverted {
				try(func() { n.v = testTop })
			}
		case sSwitch:
			if len(n.keys) > 1 {
				try(func() {
					n.keys = n.keys[:len(n.keys)-1]
					n.kids = n.kids[:len(n.kids)-1]
				})
			}
		case sInc:
			if n.keys[0] != 1 && n.keys[0] != -1 {
				try(func() { n.keys[0] -= int32(sgn(int64(n.keys[0]))) })
			}
		}
		for _, c := range n.kids {
			walk(c)
			if done {
				return
			}
		}
	}
	for _, m := range p.Methods {
		if done {
			break
		}
		if !m.isGone {
			try(func() { m.isGone = true })
		}
		if len(m.body.kids) > 0 {
			try(func() { m.body.kids = nil })
		}
		walk(m.body)
	}
	return done, done
}

func sgn(v int64) int64 {
	if v < 0 {
		return -1
	}
	return 1
}

// ShrinkRun makes the arguments of a call smaller for as long as it still fails.
func ShrinkRun(r Run, fails func(Run) bool) Run {
	for progress := true; progress; {
		progress = false
		for i := range r.Args {
			for _, v := range smaller(r.Args[i]) {
				q := r
				q.Args = slices.Clone(r.Args)
				q.Args[i] = v
				if fails(q) {
					r, progress = q, true
					break
				}
			}
		}
		for i, v := range r.Statics {
			if v != 0 {
				q := r
				q.Statics = slices.Clone(r.Statics)
				q.Statics[i] = v / 2
				if fails(q) {
					r, progress = q, true
				}
			}
		}
	}
	return r
}

func smaller(v Value) []Value {
	switch {
	case v.Object != nil:
		out := []Value{{Array: &Array{}}}
		for k, f := range v.Object.Fields {
			for _, g := range smaller(f) {
				o := &Object{Class: v.Object.Class, Fields: maps.Clone(v.Object.Fields)}
				o.Fields[k] = g
				out = append(out, Value{Object: o})
			}
		}
		return out
	case v.Array == nil:
		if v.N == 0 {
			return nil
		}
		return []Value{{N: 0}, {N: v.N / 2}, {N: v.N - sgn(v.N)}}
	}
	if n := len(v.Array.Elements); n > 0 {
		return []Value{{Array: &Array{Elements: []int64{}}}, {Array: &Array{Elements: v.Array.Elements[:n-1]}}, {Array: &Array{Elements: make([]int64, n)}}}[:2+boolInt(slices.ContainsFunc(v.Array.Elements, func(x int64) bool { return x != 0 }))]
	}
	return nil
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
