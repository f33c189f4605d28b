package energy

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/models"
)

// Methods evaluates methods for the methods command. verdicts are the results of their budgets.
func (e *Engine) Methods(ms []*classfile.Method, verdicts []finding.BudgetResult, jdk string) *result.MethodReport {
	rows := make([]result.Method, len(ms))
	r := e.EachMethod(ms, verdicts, jdk, func(i int, x *result.Method) { rows[i] = *x })
	slices.SortStableFunc(rows, func(a, b result.Method) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Descriptor, b.Descriptor))
	})
	r.Methods = rows
	return r
}

// EachMethod is Methods with a report that has no rows: take gets the row of each of the methods as soon as it is made, in
// any order and from several goroutines.
func (e *Engine) EachMethod(ms []*classfile.Method, verdicts []finding.BudgetResult, jdk string, take func(i int, x *result.Method)) *result.MethodReport {
	r := &result.MethodReport{Model: e.Model.Name(), Unit: cmp.Or(e.Model.Counts(), "J"), Device: e.Device, Confidence: result.Joules(e.Confidence), JDK: jdk}
	var mu sync.Mutex
	e.methodTable(ms, verdicts, len(ms) > mostKept).fill(func(i int, x *result.Method) {
		take(i, x)
		if len(x.Capped) > 0 {
			mu.Lock()
			defer mu.Unlock()
			r.Capped.Count(x.Capped)
		}
	})
	return r
}

// mostKept is how many methods have analyses that are kept until the methods are evaluated: those of more take more time to keep,
// for the memory that they leave, than to make again.
var mostKept = 30_000

// methodTable returns the table of methods without their energy. verdicts are the results of their budgets. inTurn forgets the
// analyses of methods: see absint.Analyzer.ReachInTurn.
func (e *Engine) methodTable(ms []*classfile.Method, verdicts []finding.BudgetResult, inTurn bool) *methodTable {
	reach := e.Reach
	if inTurn {
		reach = e.ReachInTurn
	}
	v := e.evaluation(reach(ms))
	v.prices = map[objectiveKey][][]absint.CallPrice{}
	t := &methodTable{Evaluation: v, methods: ms, index: make(map[*classfile.Method]int, len(ms)), verdicts: map[string][]finding.BudgetResult{}}
	for i, m := range ms {
		t.index[m] = i
	}
	for _, b := range verdicts {
		k := b.Location.Class + "." + b.Location.Method + b.Location.Desc
		t.verdicts[k] = append(t.verdicts[k], b)
	}
	return t
}

// named adds to row i the name of the method and the worst verdict on it.
func (t *methodTable) named(i int, x *result.Method) {
	m := t.methods[i]
	x.Class, x.Name, x.Descriptor = m.Class.Name, m.Name, m.Desc
	if of := t.verdicts[m.Class.Name+"."+m.ID()]; len(of) > 0 {
		b := slices.MaxFunc(of, func(a, b finding.BudgetResult) int { return severity(a.Verdict) - severity(b.Verdict) })
		x.Budget = &result.MethodBudget{Energy: b.Budget, Confidence: result.Joules(b.Confidence), Verdict: string(b.Verdict), Exceeded: result.Joules(b.Probability)}
	}
}

// methodTable makes the rows of a report.
type methodTable struct {
	*Evaluation
	methods  []*classfile.Method
	index    map[*classfile.Method]int         // in methods
	verdicts map[string][]finding.BudgetResult // by the method's class.name+descriptor
	states   []snapshot.Method                 // of methods: what a snapshot has besides the rows; nil where none is made
}

// fill computes the rows, and calls take with each. A row is made when the outcomes that it needs are there, and where nothing
// else is to be known of the methods, the analysis of the method is forgotten then: those of a whole program take more
// memory than the rows.
func (t *methodTable) fill(take func(i int, x *result.Method)) {
	up, low := absint.TotalInstructions(true).ForNumber(), absint.TotalInstructions(false)
	most, least := t.program.NewPass([]absint.Objective{up}, false), t.program.NewPass([]absint.Objective{low}, false)
	device := t.devices[0]
	best := t.pass(objectiveKey{device: device, confidence: t.Confidence})
	worst := t.pass(objectiveKey{device: device, confidence: t.Confidence, upper: true})
	members := t.program.Methods()
	finished := func(v int) {
		i, ok := t.index[members[v]]
		if !ok {
			return
		}
		x := t.isolated(i, func(x *result.Method) {
			s := t.Summary(t.methods[i])
			n := totals{known: s.Err() == nil}
			if n.known {
				n.least = s.Range(*least.Outcomes[0][v], low, t.Assume)
				if o := most.Outcomes[0][v]; len(o.Reasons) == 0 {
					n.most = s.Range(*o, up, t.Assume)
				}
			}
			t.row(i, x, n)
		})
		t.named(i, &x)
		take(i, &x)
	}
	passes := []*absint.Pass{most, least, best, worst}
	if t.states == nil {
		t.program.EvaluateInTurn(passes, finished)
	} else {
		passes = append(passes, t.returningPass(objectiveKey{device: device, confidence: t.Confidence, upper: true}, worst))
		t.program.EvaluateInTurn(passes, nil)
		t.Program.Parallel(len(members), finished)
	}
	t.forget()
}

// totals are the instructions that a call of a method executes with those of the methods that it calls.
type totals struct {
	most, least absint.Numbers
	known       bool // the method was analysed
}

// row makes row i.
func (t *methodTable) row(i int, x *result.Method, n totals) {
	m := t.methods[i]
	b := t.Best(m, t.Confidence)
	w := t.Worst(m, t.Confidence)
	*x = t.worst(m, w)
	x.Best = result.BestCase{Mean: result.Joules(b.Energy.Mean), SD: result.Joules(b.Energy.SD), Lower: result.Joules(b.Bound)}
	if !n.known {
		x.Status = result.Unknown
		return
	}
	s := t.Summary(m)
	own, cost := t.own(s)
	x.Instructions = result.Instructions{Own: own, Total: counts(n.least.Total, n.most.Total, n.most.Known)}
	x.Loops = loops(s.Loops(t.Assume))
	if t.states != nil {
		t.state(&t.states[i], m, w, cost)
	}
}

// isolated returns row i, which f makes. A row for which it panics is empty.
func (t *methodTable) isolated(i int, f func(x *result.Method)) (x result.Method) {
	m := t.methods[i]
	if !t.Program.Isolate(m.Class, m, func() { f(&x) }) {
		x = result.Method{}
		if t.states != nil {
			t.states[i] = snapshot.Method{}
		}
	}
	return x
}

func severity(v finding.Verdict) int {
	return slices.Index([]finding.Verdict{finding.Proved, finding.ProvedAssuming, finding.Inconclusive, finding.Unknown, finding.Exceeded, finding.Violated}, v)
}

// maxReasons bounds the reasons that are reported of one method: without all of them there is no bound, so the first few
// will do.
const maxReasons = 4

// worst is the part of a row that the worst case determines.
func (v *Evaluation) worst(m *classfile.Method, w Case) result.Method {
	s := v.Summary(m)
	loc := v.Location(m)
	x := result.Method{File: loc.Path(), Line: loc.Line}
	x.Worst = worstCase(w, v.Confidence)
	if !v.Exact {
		x.Rounded = v.Rounded(m, v.Confidence)
	}
	if len(w.Outcome.Reasons) == 0 {
		terms := v.termsOnce()
		x.Formula, x.MeanFormula = v.formula(m, objectiveKey{confidence: v.Confidence, upper: true}, terms), v.written(v.meanProducts(terms(w.Outcome), w.Device))
		x.Conditions = v.formulaConditions(m, v.Confidence)
		if v.Exact {
			x.Expression = v.expression(terms(w.Outcome))
		}
	}
	x.Capped = v.capped(m, w.Device, v.Confidence)
	x.Status = Status(w)
	x.Calls = v.callPrices(m, w.Device)
	if w.Numbers.Known {
		x.DerivedShare = result.Joules(v.Model.DerivedShare(w.Numbers.Counts, w.Device))
	} else {
		x.DerivedShare = result.Joules(math.NaN())
	}
	x.CallSymbols = callSymbols(s.CallSymbols(w.Outcome))
	x.Reasons = reasons(w.Outcome.Reasons[:min(len(w.Outcome.Reasons), maxReasons)], m)
	for _, r := range w.Numbers.Missing {
		if r.Unpriced != "" && r.Symbol == "" && !slices.Contains(x.Unpriced, r.Unpriced) {
			x.Unpriced = append(x.Unpriced, r.Unpriced)
		}
	}
	slices.Sort(x.Unpriced)
	x.Assumptions = assumptions(w.Numbers.Assumptions)
	if len(w.Outcome.Reasons) == 0 {
		x.Expected = v.expected(w.Outcome)
	}
	x.Operands = v.Model.OperandDependent(w.Numbers.Counts, w.Device)
	return x
}

// worstCase returns the numbers of a worst case, NaN where it has none.
func worstCase(c Case, confidence float64) result.WorstCase {
	if !c.Numbers.Known {
		nan := result.Joules(math.NaN())
		return result.WorstCase{Mean: nan, SD: nan, Quantile: nan, Upper: nan}
	}
	return result.WorstCase{
		Mean: result.Joules(c.Energy.Mean), SD: result.Joules(c.Energy.SD),
		Quantile: result.Joules(c.Energy.At(models.Z(confidence))), Upper: result.Joules(c.Bound),
	}
}

// own counts the instructions that a call of the method executes in its own frame. cost are those of the worst case.
func (v *Evaluation) own(s *absint.Summary) (n result.Range, cost absint.Outcome) {
	up, low := absint.OwnInstructions(true), absint.OwnInstructions(false)
	cost = s.Own(up)
	most, least := s.Range(cost, up, v.Assume), s.Range(s.Own(low), low, v.Assume)
	return counts(least.Own, most.Own, most.Known), cost
}

// pricesOf returns how the method's calls were priced in its worst case.
func (v *Evaluation) pricesOf(m *classfile.Method, device string) []absint.CallPrice {
	k := objectiveKey{device: device, confidence: v.Confidence, upper: true}
	v.outcome(m, k)
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.prices[k][v.program.Index(m)]
}

// callPrices counts the method's calls by how they were priced in its worst case.
func (v *Evaluation) callPrices(m *classfile.Method, device string) result.Calls {
	var n [absint.NumCallPrices]int
	for _, c := range v.pricesOf(m, device) {
		n[c]++
	}
	return result.Calls{
		Analysed: n[absint.AnalysedCall], Modelled: n[absint.ModelledCall], Incomplete: n[absint.IncompleteCall],
		Symbolic: n[absint.SymbolCall], Unbounded: n[absint.UnboundedCall], Unpriced: n[absint.UnpricedCall],
	}
}

func callSymbols(cs []absint.CallSymbol) []result.CallSymbol {
	var out []result.CallSymbol
	for _, c := range cs {
		out = append(out, result.CallSymbol{Symbol: c.Name, Member: c.Member.String()})
	}
	return out
}

func assumptions(as []absint.Assumption) []result.Assumption {
	var out []result.Assumption
	for _, a := range as {
		out = append(out, result.Assumption{Symbol: a.Symbol, Max: result.Joules(a.Max), Cost: a.Cost})
	}
	return out
}

func loops(ls []absint.Loop) []result.Loop {
	var out []result.Loop
	for _, l := range ls {
		out = append(out, result.Loop{
			Offset: l.Offset, Line: l.Line, Status: result.Status(l.Status), Bound: l.Bound, Conditions: absint.ConditionTexts(l.ConditionsToHold), Reason: l.Reason,
			Iterations: counts(l.Min, l.Max, true), HeaderPerCall: counts(l.HeaderMin, l.HeaderMax, true),
			Assumptions: assumptions(l.Assumptions),
		})
	}
	return out
}

// counts is an interval of counts; a maximum that is not known or not representable is left out.
func counts(lo, hi float64, known bool) result.Range {
	least := int64(0)
	if lo < 1<<62 {
		least = int64(math.Floor(lo))
	}
	if !known || !(hi < 1<<62) {
		return result.AtLeast(least)
	}
	return result.Between(least, int64(math.Ceil(hi)))
}

// Status says in one word how well a worst case is known.
func Status(w Case) result.Status {
	unpriced, unbounded := false, false
	for _, r := range w.Outcome.Reasons {
		if r.Unpriced != "" {
			unpriced = true
		} else {
			unbounded = true
		}
	}
	switch {
	case unbounded:
		return result.Unbounded
	case unpriced:
		return result.Unknown
	case w.Outcome.HasCalls():
		return result.Parametric
	case len(w.Numbers.Assumptions) > 0:
		return result.Assumed
	case w.Numbers.Known:
		return result.Bounded
	}
	return result.Parametric
}
