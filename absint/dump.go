package absint

import (
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/ssa"
)

// DumpKind is an internal representation of a method that can be written for people.
type DumpKind string

// The kinds.
const (
	DumpCFG     DumpKind = "cfg"     // blocks, dominators, loops
	DumpDot     DumpKind = "cfg.dot" // the same for Graphviz
	DumpSSA     DumpKind = "ssa"     // values with intervals and expressions
	DumpBounds  DumpKind = "bounds"  // what each prover answered about each loop
	DumpCost    DumpKind = "cost"    // the cost expression; see Program.DumpCost
	DumpEffects DumpKind = "effects" // what the code behind each call does
)

// DumpKinds are all kinds, in the order in which an analysis computes them.
var DumpKinds = []DumpKind{DumpCFG, DumpDot, DumpSSA, DumpBounds, DumpEffects, DumpCost}

// Dump writes an internal representation of the method, without its cost. The text is bounded, see plain.Listing.
func (s *Summary) Dump(kind DumpKind) string {
	switch {
	case s.Failure != nil && kind == DumpDot:
		return "// " + plain.Line(s.Failure.Error()) + "\n"
	case s.Failure != nil:
		return s.failed()
	}
	switch kind {
	case DumpCFG:
		return s.heading() + s.M.CFG.String()
	case DumpDot:
		return s.M.CFG.Dot(s.Name())
	case DumpSSA:
		return s.heading() + s.dumpValues()
	case DumpBounds:
		return s.heading() + s.dumpBounds()
	case DumpEffects:
		return s.heading() + s.M.Db.Dump(s.M.Fn)
	}
	return ""
}

// heading is the first line of a dump: the method.
func (s *Summary) heading() string { return plain.Line(progdb.MethodName(s.Method)) + "\n" }

func (s *Summary) failed() string {
	return s.heading() + "not analysed: " + plain.Line(s.Failure.Error()) + "\n"
}

// dumpValues writes the values of the method, with the interval and the expression of each integer.
func (s *Summary) dumpValues() string {
	m := s.M
	m.StartIntervals()
	return m.Fn.Dump(func(v ssa.ID) (note string) {
		if t := m.Fn.Values[v].Type; t != 'i' && t != 'l' {
			return ""
		}
		if !m.Within(func() {
			note = intervalText(m.RangeOf(v))
			if q := m.ValueOf(v); q.Ok() {
				note = strings.TrimSpace(note + "  is " + q.Size.String() + expr.Provided(q.Conds))
			}
		}) {
			return ""
		}
		return note
	})
}

// intervalText writes an interval; it is empty for one that holds for every int or every long.
func intervalText(r expr.Interval) string {
	lo, hi := expr.Number(r.Lo), expr.Number(r.Hi)
	low, high := r.Lo <= math.MinInt32, r.Hi >= math.MaxInt32
	switch {
	case low && high:
		return ""
	case r.Lo == r.Hi:
		return "in [" + lo + "]"
	case low:
		return "in [.., " + hi + "]"
	case high:
		return "in [" + lo + ", ..]"
	}
	return "in [" + lo + ", " + hi + "]"
}

// dumpBounds writes, per loop, what each prover answered and which bound was taken.
func (s *Summary) dumpBounds() string {
	var l plain.Listing
	m := s.M
	if len(m.Loops) == 0 {
		l.Add(0, "no loops")
	}
	for k := range m.Loops {
		if l.Full() {
			break
		}
		x := &m.Loops[k]
		l.Add(0, "loop %d at %s (header is block %d)", k, m.Place(k), m.CFG.Loops[k].Header)
		for _, a := range x.Answers {
			at := "whole loop"
			if a.Block >= 0 {
				at = fmt.Sprintf("test of block %d at %s", a.Block, m.PlaceAt(m.CFG.Blocks[a.Block].Last))
			}
			l.Add(1, "%s, %s", at, a)
		}
		if len(x.Answers) == 0 {
			l.Add(1, "no prover has an answer")
		}
		l.Add(1, "taken: %s", x)
		if x.Amortized != nil {
			l.Add(1, "amortized: at most %s iterations in all of loop %d together%s", x.Amortized.Total, x.Amortized.Over, expr.Provided(x.Amortized.Conds))
		}
		for _, a := range x.Assumptions {
			l.Add(1, "rests on the annotation %s", assumptionText(a))
		}
	}
	for _, c := range m.Contradictions {
		l.Add(0, "written and wrong: at most %s iterations of the loop at line %d (%s), but it runs %s", c.Written, c.Line, c.Origin, c.Runs)
	}
	return l.String()
}

func assumptionText(a expr.Assumption) string {
	return fmt.Sprintf("%s <= %s (%s)", a.Symbol, expr.Number(a.Max), a.Origin)
}

// DumpCost writes the cost expression of a method under an upper objective as a tree, where each of its terms comes from, and
// what each block and each call costs. text writes a cost; done are the outcomes of all methods.
func (p *Program) DumpCost(index int, obj cost.Objective, done []*cost.Outcome, text func(cost.Outcome) string) string {
	s := newSummary(p.Sums[index])
	if s.Failure != nil {
		return s.failed()
	}
	d := &costDump{p: p, s: s.Summary, index: index, obj: obj, done: done, text: text}
	out := s.heading()
	for _, part := range []func() string{d.result, d.tree, d.origins, d.blocks} {
		var t string
		if !s.M.Within(func() { t = part() }) {
			t = s.WorkError().Error() + "\n"
		}
		out += t
	}
	return out
}

// costDump writes what a method costs and why.
type costDump struct {
	p     *Program
	s     *cost.Summary
	index int
	obj   cost.Objective
	done  []*cost.Outcome
	text  func(cost.Outcome) string
}

func (d *costDump) call(site *callees.CallSite) cost.Outcome {
	return d.p.CallOutcome(d.index, site, d.obj, d.done)
}

// of writes an outcome: its cost, or why there is none.
func (d *costDump) of(o cost.Outcome) string {
	switch {
	case o.Infeasible:
		return "not taken"
	case len(o.Reasons) > 0:
		return "no bound, " + o.Reasons[0].String()
	}
	return d.text(o)
}

func (d *costDump) result() string {
	var l plain.Listing
	o := *d.done[d.index]
	l.Add(0, "worst case: %s", d.of(o))
	for _, c := range expr.ConditionTexts(o.Conditions) {
		l.Add(1, "if %s", c)
	}
	if o.Recurs {
		l.Add(1, "the method calls itself: the tree shows one call, with those that it makes as a whole")
	}
	return l.String()
}

func (d *costDump) tree() string {
	return "\ntree\n" + indented(d.s.NewEvaluator(d.obj, d.call).Dump(func(o cost.Outcome) string {
		if len(o.Reasons) > 0 { // the loop or the call that has none says why
			return "no bound"
		}
		return d.of(o)
	}))
}

// indented writes text under a title.
func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}

// origins writes, per term of the cost, the blocks, exceptions and calls that it comes from: it evaluates the expression with a
// dimension for each of them, as CriticalPath does for blocks.
func (d *costDump) origins() string {
	s := d.s
	marks := len(s.M.CFG.Blocks) + len(s.Expr.Raises)
	if d.done[d.index].Recurs || marks+s.Sites > maxTraced {
		return ""
	}
	e := s.NewEvaluator(d.obj, func(site *callees.CallSite) cost.Outcome {
		o := d.call(site)
		o.Poly = marked(o.Poly, pattern.ID(expr.Dimensions+marks+site.Index))
		return o
	})
	e.Trace = true
	e.Weights = append(append([]float64(nil), e.Weights...), make([]float64, marks+s.Sites)...)
	o := e.Node(s.Expr.Root)
	if len(o.Poly.Terms) == 0 || len(o.Reasons) > 0 {
		return ""
	}
	var l plain.Listing
	l.Add(0, "")
	l.Add(0, "terms")
	names := d.names()
	for _, t := range o.Poly.Terms {
		amount := d.text(cost.Outcome{Poly: expr.Poly{Terms: []expr.PolyTerm{t}}})
		l.Add(1, "%s", amount)
		from := 0
		for _, n := range t.Vec {
			k := int(n.ID) - expr.Dimensions
			if k < 0 || k >= len(names) || n.ID >= expr.FirstCall {
				continue
			}
			if from++; from > maxOrigins {
				l.Add(2, "...")
				break
			}
			times := ""
			if n.N != 1 && k < marks {
				times = ", times " + expr.Number(n.N)
			}
			l.Add(2, "%s%s", names[k], times)
		}
	}
	return l.String()
}

// maxOrigins bounds the parts of a method that are named for one term of its cost.
const maxOrigins = 30

// marked adds a dimension to all terms of a cost.
func marked(p expr.Poly, id pattern.ID) expr.Poly {
	out := expr.Poly{Terms: append([]expr.PolyTerm(nil), p.Terms...)}
	for i := range out.Terms {
		out.Terms[i].Vec = out.Terms[i].Vec.Add(pattern.Single(id, 1))
	}
	return out
}

// names are those of the dimensions that origins adds: blocks, exceptions and calls.
func (d *costDump) names() []string {
	s := d.s
	var out []string
	for b := range s.M.CFG.Blocks {
		out = append(out, fmt.Sprintf("block %d at %s", b, s.M.PlaceAt(s.M.CFG.Blocks[b].Start)))
	}
	for i := range s.Expr.Raises {
		out = append(out, fmt.Sprintf("exception of block %d at %s", s.Expr.Raises[i].Block, s.M.PlaceAt(s.M.CFG.Blocks[s.Expr.Raises[i].Block].Start)))
	}
	calls := make([]string, s.Sites)
	for site := range s.AllCalls() {
		calls[site.Index] = fmt.Sprintf("call of %s at %s", site.Member.Text(), s.M.PlaceAt(site.Pc))
	}
	return append(out, calls...)
}

// priced says how the cost of a call came about.
var priced = map[cost.CallPrice]string{
	AnalysedCall: "analysed code", ModelledCall: "library model", SymbolCall: "depends on an object that is not known: a symbol of the cost",
	IncompleteCall: "analysed code that makes calls without a price", UnboundedCall: "analysed code",
	UnpricedCall: "no code and no model",
}

// blocks writes what one execution of each block costs: the patterns of its lines, and its calls.
func (d *costDump) blocks() string {
	var l plain.Listing
	s := d.s
	l.Add(0, "")
	l.Add(0, "blocks, each time that they run")
	for _, b := range s.M.CFG.RPO {
		if l.Full() {
			break
		}
		l.Add(1, "block %d at %s", b, s.M.PlaceAt(s.M.CFG.Blocks[b].Start))
		lineTiles(s, b, func(line int, c pattern.Counts) {
			if len(c) == 0 {
				return
			}
			var ps []string
			for _, n := range c {
				text := n.ID.String()
				if n.N != 1 {
					text = expr.Number(n.N) + " x " + text
				}
				ps = append(ps, text)
			}
			at := fmt.Sprintf("line %d: ", line)
			if line == 0 {
				at = ""
			}
			l.Add(2, "%s%s: %s", at, d.text(cost.Outcome{Poly: expr.ConstPoly(expr.Vector(c))}), strings.Join(ps, "; "))
		})
		for i := range s.Calls[b] {
			site := &s.Calls[b][i]
			o := d.call(site)
			l.Add(2, "%s: call of %s: %s (%s)", s.M.PlaceAt(site.Pc), site.Member.Text(), d.of(o), d.origin(site, o))
		}
	}
	return l.String()
}

// maxTargets bounds the methods that are named for one call.
const maxTargets = 4

// origin says where the cost of a call comes from.
func (d *costDump) origin(site *callees.CallSite, o cost.Outcome) string {
	text := priced[PriceOf(d.p.Program, d.index, site, o)]
	var names []string
	for i, m := range site.Targets {
		if i == maxTargets {
			names = append(names, fmt.Sprintf("%d more", len(site.Targets)-i))
			break
		}
		if name := progdb.MethodName(m); name != (classfile.Member{Class: site.Owner, Name: site.Member.Name, Desc: site.Member.Desc}).Text() {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		text += ": " + strings.Join(names, ", ")
	}
	return text
}
