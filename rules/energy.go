package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/formula"
)

// Change is what a finding would change: counts as written and after the repair.
type Change struct {
	// At is the instruction whose executions multiply Cost and Repaired.
	At ssa.ID
	// Cost and Repaired are for one execution of At. Only what differs need be counted.
	Cost, Repaired pattern.Counts
	// Once is what the repaired form costs besides, each time that Loop is entered: what was moved out of it.
	Once pattern.Counts
	Loop int
	// Per is what one execution is for where their number is not known: "iteration" where it is empty.
	Per string
	// Case is that of the rule whose evidence prices the change in compiled code: "HashMap". Empty where there is none.
	Case string
	// Fresh says that the pattern fills once what the call of the method makes, which costs as much as filling it.
	Fresh bool
	// Thrown says that the change is about an exception: what runs only on the way to one, or after it, is what costs.
	Thrown bool
	// Waits is how many seconds the thread waits in one execution, 0 where that is not known.
	Waits float64
	// Size is that of what the change is about, relative to the one in the case: its repair saves so many times as much. 0 is the same.
	Size float64
	// Elements is how many elements the collection or array has that the change is about, 0 where that is not known.
	Elements float64
	// Few says why the change is about few things each time, where the rule knows it by more than names.
	Few string
	// By is what repeats the call of the method where no loop that calls it is known: see repeatedAbove.
	By repetition
	// Factor is a size that multiplies the amounts besides and that nobody knows: "names.size()". Amounts are then
	// per unit of it, as Per says.
	Factor string
}

// Energy prices a change in the execution mode: in the interpreter by the energy model, in compiled code by the evidence for
// its case. It returns nil where the saving is not significant at the configured confidence, where the method cannot be
// analysed, where the change is in a loop that runs twice at most, and where only assertions run it.
func (m *Method) Energy(c Change) *finding.Energy {
	if m.onlyAsserted(c.At) {
		return nil
	}
	if m.unseen(c.Case) {
		return &finding.Energy{Measured: &finding.Measured{Mode: string(m.Engine.Measurement.Mode), Case: c.Case, NoGain: true}}
	}
	if !m.runsOnce(c.At) && !m.bounded() {
		return nil
	}
	x := m.executions(c)
	if x.known && (x.n == 0 || m.hardlyRepeats(c.At, x)) {
		return nil
	}
	if !m.Engine.compiled() {
		return m.modelledEnergy(c, x)
	}
	w := workload{executions: x.n, entries: x.entries, known: x.known && m.LoopOf(c.At) >= 0}
	if !m.repeated(c) {
		w = workload{executions: 1, entries: 1, known: true}
		r, ok := m.repeatedBy(c.At)
		if !ok {
			r, ok = c.By, c.By.calls()
		}
		w.called, w.near = ok, r.near
	}
	w.elements = c.Elements
	e := m.measuredEnergy(c, w, x)
	if e != nil && e.Measured != nil && !e.Measured.NoGain {
		e.Measured.Each = m.savedByEach(c, w, e.Measured)
		e.Measured.Once = m.Func().Method.Name == "<clinit>" || m.setsUpStatic(c.At)
		e.Measured.Little = m.notWorth(c, w, e.Measured)
	}
	return e
}

// mostAlike is how often an instruction in a loop may run in a call and still not count as running again and again.
const mostAlike = 2

// hardlyRepeats reports whether only loops repeat an instruction and run it once or twice in each call.
func (m *Method) hardlyRepeats(v ssa.ID, x executionCount) bool {
	if x.n > mostAlike || m.LoopOf(v) < 0 || m.PerElement() != nil {
		return false
	}
	_, called := m.repeatedBy(v)
	return !called
}

// repeated reports whether a change is in a loop, or about something that is counted.
func (m *Method) repeated(c Change) bool {
	return c.Per != "" || m.LoopOf(c.At) >= 0 || m.Graph().Blocks[m.Func().Values[c.At].Block].Region >= 0 || m.PerElement() != nil
}

// modelledEnergy prices a change by the energy model: per call of the method where the number of executions has a bound, else
// per iteration (element, ...).
func (m *Method) modelledEnergy(c Change, x executionCount) *finding.Energy {
	e := m.Engine
	expression := x.expression
	energy := &finding.Energy{Multiplier: m.multiplier(c)}
	cost, repaired := c.Cost, c.Repaired
	switch {
	case x.known && c.Factor == "" && (m.LoopOf(c.At) >= 0 || c.Per == ""):
		energy.Per = "call"
		cost, repaired = cost.Scale(x.n), repaired.Scale(x.n).AddScaled(c.Once, x.once)
	case c.Factor == "" && m.LoopOf(c.At) < 0 && m.Graph().Blocks[m.Func().Values[c.At].Block].Region < 0 && c.Per == "":
		energy.Per = "call"
	default:
		if energy.Per = c.Per; energy.Per == "" {
			energy.Per = "iteration"
		}
		expression = strings.Trim(strings.Join(slices.DeleteFunc([]string{factor(expression), factor(c.Factor)}, func(s string) bool { return s == "" || s == "1" }), " * "), " ")
	}
	saving := e.Model.Difference(cost, repaired, e.Device)
	if !e.significant(saving) {
		return nil
	}
	energy.Cost, energy.Repaired = e.distribution(cost), e.distribution(repaired)
	energy.Saving = finding.Distribution{Unit: energy.Cost.Unit, Mean: saving.Mean, SD: saving.SD, Upper: saving.At(models.Z(e.Confidence))}
	energy.SavingLow, energy.SavingHigh = saving.Interval(e.Confidence)
	energy.DerivedShare = e.Model.DerivedShare(cost, e.Device)
	if energy.Per != "call" && expression != "" {
		unit := e.Model.Unit()
		conditions := m.conditions(c)
		energy.Cost.Conditions, energy.Saving.Conditions = conditions, conditions
		energy.Cost.Formula = expression + " * " + unit.Format(energy.Cost.Mean)
		energy.Saving.Formula = expression + " * " + unit.Format(energy.Saving.Mean)
		if energy.Repaired.Mean > 0 {
			energy.Repaired.Conditions = conditions
			energy.Repaired.Formula = expression + " * " + unit.Format(energy.Repaired.Mean)
		}
	}
	return energy
}

// conditions are those under which c.At runs no more often than its expression says.
func (m *Method) conditions(c Change) []string {
	if m.runsOnce(c.At) {
		return absint.ConditionTexts(nil)
	}
	o, _ := m.Bounds().Executions(c.At)
	return absint.ConditionTexts(o.Conditions)
}

// factor writes an expression so that something can be multiplied by it.
func factor(expression string) string {
	depth := 0
	for i, c := range expression {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '+', '-':
			if depth == 0 && i > 0 {
				return "(" + expression + ")"
			}
		}
	}
	return expression
}

// significant reports whether an amount is above zero at the configured confidence.
func (e *Engine) significant(g models.Gaussian) bool { return g.Exceed(0) >= e.Confidence }

func (e *Engine) distribution(c pattern.Counts) finding.Distribution {
	g := e.Model.Price(c, e.Device)
	return finding.Distribution{Unit: e.Model.Counts(), Mean: g.Mean, SD: g.SD, Upper: g.At(models.Z(e.Confidence))}
}

// executionCount is how often a change's instruction runs in one call of the method.
type executionCount struct {
	n          float64 // at most
	once       float64 // how often the change's loop is entered, where something is moved out of it
	entries    float64 // how often the loop around the instruction is entered
	expression string  // n, where it is no number
	known      bool
}

// executions counts the executions of c.At. A number that is only the range of a type is not known: nobody named it.
func (m *Method) executions(c Change) (out executionCount) {
	if m.runsOnce(c.At) && len(c.Once) == 0 {
		return executionCount{n: 1, entries: 1, expression: "1", known: true}
	}
	s := m.Bounds()
	if s.Err() != nil {
		return out
	}
	o, obj := s.Executions(c.At)
	x := s.Range(o, obj, m.Engine.Assume)
	if x.Known && x.Header == 0 {
		return executionCount{known: true} // no iteration gets there
	}
	if len(o.Reasons) == 0 {
		out.expression = o.Factors()
	}
	_, notNumber := strconv.ParseFloat(out.expression, 64)
	if !x.Known || x.Header > math.MaxInt32 || notNumber != nil && len(x.Assumptions) == 0 || m.typeRange(c.At) {
		return out
	}
	enclosing := m.LoopOf(c.At)
	if len(c.Once) > 0 {
		n, ok := m.entries(c.Loop)
		if !ok {
			return out
		}
		out.once, enclosing = n, c.Loop
	}
	out.n, out.entries, out.known = x.Header, 1, true
	if enclosing >= 0 {
		if n, ok := m.entries(enclosing); ok && n >= 1 {
			out.entries = n
		}
	}
	return out
}

// runsOnce reports whether an instruction runs at most once in a call of its method, as the control flow alone shows.
func (m *Method) runsOnce(v ssa.ID) bool {
	return m.LoopOf(v) < 0 && !slices.ContainsFunc(m.Graph().Blocks, func(b cfg.Block) bool { return b.Region >= 0 })
}

// entries is how often a loop is entered in one call at most.
func (m *Method) entries(loop int) (n float64, known bool) {
	before := m.Graph().Dominators.Parent(int(m.Graph().Loops[loop].Header))
	if before < 0 {
		return 0, true
	}
	s := m.Bounds()
	o, obj := s.BlockExecutions(before)
	x := s.Range(o, obj, m.Engine.Assume)
	return x.Header, x.Known
}

// multiplier says what repeats the instruction: the loops around it, outermost first, or the stream whose lambda it
// is in.
func (m *Method) multiplier(c Change) string {
	var parts []string
	if s := m.PerElement(); s != nil {
		parts = append(parts, fmt.Sprintf("the %ss that %s at line %d calls the lambda for", s.unit(), s.Member.Name, m.view.lines().Line(s.Code.Line(s.Call))))
	}
	var loops []int
	for l := m.LoopOf(c.At); l >= 0; l = int(m.Graph().Loops[l].Parent) {
		if m.Iterates(c.At, l) {
			loops = append(loops, l)
		}
	}
	slices.Reverse(loops)
	for _, l := range loops {
		text := "the loop"
		if line := m.view.lines().Line(m.LoopLine(l)); line > 0 {
			text = fmt.Sprintf("the loop at line %d", line)
		}
		if bound, conds, why, ok := m.Bounds().Iterations(l); ok {
			text += ", at most " + bound + " times" + finding.Where(absint.ConditionTexts(conds))
		} else if why != "" {
			text += ", which has no bound: " + reason(why)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; within it ")
}

// LibraryCost is what a call of a library method costs besides the call itself, by the energy model's file or else the
// library models: every size that these ask for is size. Where there is neither, nothing: the amounts of a finding are
// then smaller than they are.
func (e *Engine) LibraryCost(class, name, desc string, size float64) pattern.Counts {
	k := libraryCall{classfile.Member{Class: class, Name: name, Desc: desc}, size}
	return e.libraryCosts.of(k, func() pattern.Counts { return e.priceLibrary(class, name, desc, size) })
}

// libraryCall is a call whose cost was asked for. Rules ask for the same few again and again.
type libraryCall struct {
	method classfile.Member
	size   float64
}

// priceLibrary is LibraryCost where it was not asked for before.
func (e *Engine) priceLibrary(class, name, desc string, size float64) pattern.Counts {
	all := func(formula.Symbol) (float64, bool) { return size, true }
	if call, ok := e.Model.Call(class, name, desc); ok {
		if c, err := call.Counts(all); err == nil {
			return c
		}
		return nil
	}
	entry, ok := e.Options.Library.Lookup(class, name, desc)
	if !ok {
		return nil
	}
	c, err := entry.Counts(all)
	if err != nil {
		return nil
	}
	if e.Model.PricesParts() {
		return c.WithParts(pattern.TypicalPushes, pattern.TypicalStores)
	}
	return c
}

// perUnit is what a library method costs more for each unit of its size.
func (e *Engine) perUnit(class, name, desc string) pattern.Counts {
	return e.LibraryCost(class, name, desc, 2).AddScaled(e.LibraryCost(class, name, desc, 1), -1)
}

const arraycopyDesc = "(Ljava/lang/Object;ILjava/lang/Object;II)V"

// movedElement is what System.arraycopy costs for each element.
func (e *Engine) movedElement() pattern.Counts {
	return e.perUnit("java/lang/System", "arraycopy", arraycopyDesc)
}

// callTiles is a call of a method of an object, with one argument.
func callTiles() pattern.Counts {
	return pattern.Tally(pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference), pattern.Of(pattern.Argument, pattern.Reference, pattern.Load))
}

// Amount writes a mean for a message.
func (e *Engine) Amount(mean float64) string {
	u := e.Model.Unit()
	if u.Symbol == "" {
		return quantity.Format(mean)
	}
	return u.Format(mean)
}
