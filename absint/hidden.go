package absint

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// The code behind an invokedynamic is made when the program runs. Of what the JDK's own bootstrap methods link it is
// known what it does: a string concatenation (StringConcatFactory) does what a StringBuilder would, the equals, hashCode
// and toString of a record (ObjectMethods) go through its components, a switch over patterns (SwitchBootstraps) tries
// one label after the other. It is priced as the code that a compiler would write for it.

// capturing is what it costs to make a lambda that keeps more than one value: the pattern of the instruction is measured
// with one. The others pass through the method handle and the constructor, and are stored in a field.
func capturing(l *callgraph.Lambda) Vector {
	var v Vector
	for _, desc := range l.Captured[min(1, len(l.Captured)):] {
		t := pattern.TypeOf(desc)
		v = v.AddScaled(pattern.Single(pattern.Of(pattern.Argument, t, pattern.Load), 1), 2).AddScaled(pattern.Single(pattern.Of(pattern.LoneLoad, t, pattern.Load), 1), 2).
			Add(pattern.Single(pattern.Of(pattern.ObjectPutField, t, pattern.Load), 1))
	}
	return v
}

// hidden is the code behind an invokedynamic.
type hidden struct {
	calls []hiddenCall
	once  pattern.Counts // what it executes besides
}

// hiddenCall is a call of a library method whose receiver is a StringBuilder or nothing, and whose argument is an operand.
type hiddenCall struct {
	member classfile.Member
	value  ssa.ID  // the operand; 0 for one that is a constant or a component of a record
	chars  int64   // characters of a constant
	name   string  // of an operand whose characters are not known: their symbol
	counts []int64 // the arguments of a call that has numbers for arguments
}

// hiddenCode is the code behind an invokedynamic; ok is false where that is not known.
func (a *Resolver) hiddenCode(s *callSummary, site *callSite, d classfile.Dynamic, b classfile.Bootstrap) (h hidden, ok bool) {
	if a.Library == nil {
		return h, false
	}
	switch callgraph.KindOf(b) {
	case callgraph.StringConcatSite:
		return a.concatenation(s, site, d, b)
	case callgraph.ObjectMethodSite:
		return a.objectMethod(s, site, d, b)
	case callgraph.SwitchSite:
		return labels(b), true
	}
	return h, false
}

// hiddenCallback is the call of a method of an operand, or of a component of a record.
func (a *Resolver) hiddenCallback(s *callSummary, site *callSite, v ssa.ID, desc, name string, called classfile.Member) callSite {
	if class := platform.ClassName(desc); class != "" {
		called.Class = class
	}
	c := a.callback(s, site, v, called)
	if v == 0 {
		c.component = name
	}
	return c
}

// hiddenOutcome prices the code behind an invokedynamic.
func (p *program) hiddenOutcome(v int, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	out := Outcome{}
	if obj.Weights != nil {
		out.Poly = constPoly(site.hidden.once)
		total := Const(0)
		for _, c := range site.hidden.calls {
			var conds []Condition
			chars := Const(c.chars)
			if c.member.Desc == "(Ljava/lang/String;)L"+builder+";" && c.chars == 0 {
				operand := *site
				operand.component = c.name
				q := s.measure(c.value, Chars, true, &operand)
				chars, conds = s.clampAt(q.size, site), q.conds
			}
			cost, ok := p.a.Library.Cost(c.member, func(i int, what Measure, up bool) Size {
				switch {
				case i < 0:
					return total
				case what == Chars:
					return chars
				case what == Value && i < len(c.counts):
					return Const(c.counts[i])
				}
				return badSize
			})
			if !ok {
				return p.unpricedOutcome(s, site, obj, noModel)
			}
			terms, ok := s.termsOf(cost, site)
			if !ok {
				return Outcome{Reasons: []Reason{unpriced(s, site, "its cost depends on a size that is not known")}}
			}
			out.Poly = out.Poly.add(terms)
			out.Conditions = union(out.Conditions, conds)
			out.expected = out.expected.unite(p.a.expectedOf(c.member, cost))
			total = total.Add(chars).AddInt(mostChars[c.member.Desc])
		}
	}
	for i := range site.callbacks {
		out = out.then(p.callOutcome(v, &site.callbacks[i], obj, done))
	}
	return out
}

// mostChars is the length of the longest text that an append without a string adds.
var mostChars = map[string]int64{
	"(C)L" + builder + ";": 1, "(Z)L" + builder + ";": int64(len("false")), "(I)L" + builder + ";": int64(len("-2147483648")),
	"(J)L" + builder + ";": int64(len("-9223372036854775808")), "(F)L" + builder + ";": int64(len("-1.17549435E-38")),
	"(D)L" + builder + ";": int64(len("-2.2250738585072014E-308")),
}
