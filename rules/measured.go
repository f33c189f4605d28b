package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/rules/evidence"
)

// DefaultWatts is the power of a busy processor core where nothing else is configured. A finding that uses it names it as an
// assumption.
const DefaultWatts = 5

// Measurement says by which evidence findings are priced in compiled code.
type Measurement struct {
	Mode  evidence.Mode // Interpreter, or empty: by the energy model
	Table *evidence.Table
	// Others are tables of other virtual machines. A repair that costs more on one of them is no gain.
	Others []*evidence.Table
	Watts  float64 // of a busy core; 0 is DefaultWatts
}

// compiled reports whether findings are priced by evidence.
func (e *Engine) compiled() bool {
	return e.Measurement.Mode == evidence.C1 || e.Measurement.Mode == evidence.C2
}

// workload is how often what a change is about runs, for the evidence.
type workload struct {
	executions float64 // in all
	entries    float64 // of the loop
	elements   float64 // of the collection or array; 0 where it is not known
	known      bool
	called     bool // once in a call of the method, which is called again and again
	near       bool // in the same source
}

// measuredEnergy prices a change by the evidence for its case, or, where there is none, by the energy model; it returns nil where that
// has no significant saving.
func (m *Method) measuredEnergy(c Change, w workload, n executionCount) *finding.Energy {
	e := m.Engine
	x := e.Measurement
	measured := &finding.Measured{Mode: string(x.Mode), Compiler: strings.ToUpper(string(x.Mode)), JVM: x.Table.Name, Case: c.Case}
	pair, entry := e.evidence(x.Table, m.rule.ID, c.Case)
	if entry == nil {
		modelled := m.modelledEnergy(c, n)
		if modelled != nil {
			measured.Missing = true
			modelled.Measured = measured
		}
		return modelled
	}
	amount, what := amounts(pair, entry, w)
	if c.Size > 0 {
		amount = amount.Sized(c.Size)
	}
	z := models.Z(e.Confidence)
	measured.NoGain = !amount.Pays(z)
	for _, other := range x.Others {
		if p, entry := e.evidence(other, m.rule.ID, c.Case); entry != nil {
			if a, _ := amounts(p, entry, w); a.Costs(z) { // of any size
				measured.NoGain, measured.JVM = true, other.Name
			}
		}
	}
	measured.Share, measured.Amount, measured.Unit, measured.Of = amount.Share(), amount.Saving, x.Table.Unit, what
	factor, unit := 1.0, x.Table.Unit
	if unit == "s" {
		measured.Watts, measured.Assumed = x.Watts, x.Watts == 0
		if measured.Assumed {
			measured.Watts = DefaultWatts
		}
		factor, unit = measured.Watts, "J"
	}
	if unit == "J" {
		unit = ""
	}
	energy := &finding.Energy{Per: "call", Multiplier: m.multiplier(c), Measured: measured}
	if !w.known {
		energy.Per = what
	}
	distribution := func(mean, sd float64) finding.Distribution {
		return finding.Distribution{Unit: unit, Mean: mean * factor, SD: sd * factor, Upper: (mean + z*sd) * factor}
	}
	energy.Cost, energy.Repaired, energy.Saving = distribution(amount.Written, 0), distribution(amount.Repaired, 0), distribution(amount.Saving, amount.SD)
	energy.SavingLow, energy.SavingHigh = (amount.Saving-z*amount.SD)*factor, (amount.Saving+z*amount.SD)*factor
	return energy
}

// typicalSize returns the size of a case in code whose size is unknown.
func (m *Method) typicalSize(c Change) float64 {
	if pair, _ := m.Engine.evidence(m.Engine.Measurement.Table, m.rule.ID, c.Case); pair != nil {
		return float64(pair.Typical)
	}
	return evidence.TypicalSize
}

// evidence returns the pair of a case and what a table has of it in the mode, nil where it has nothing of the pair as it is.
func (e *Engine) evidence(t *evidence.Table, rule, name string) (*evidence.Pair, *evidence.Entry) {
	key := evidence.Key{Rule: rule, Case: name}
	pair := evidence.Lookup(key)
	entry := t.Entry(key, e.Measurement.Mode)
	if pair == nil || entry == nil || entry.Digest != pair.Digest() {
		return nil, nil
	}
	return pair, entry
}

// amounts evaluates evidence for a workload, and says what the amounts are of: "100 iterations". An unknown size is the number of elements, where
// that is known, else the typical one of the pair.
func amounts(p *evidence.Pair, entry *evidence.Entry, w workload) (evidence.Amount, string) {
	typical := float64(p.Typical)
	size := typical
	if w.elements > 0 {
		size = w.elements
	}
	if p.Repeat > 0 {
		n := typical // how often the loop runs
		if w.known {
			n = w.executions
		}
		return entry.At(size).Times(n / float64(p.Repeat)), count(n, "iteration") + " over " + count(size, p.Unit)
	}
	n := size
	if w.known {
		n = w.executions
	}
	if w.called { // the pair's base is that of the loop, which is elsewhere
		return entry.At(typical).Times(1 / typical), "1 call"
	}
	entries := 1.0
	if w.known {
		entries = max(w.entries, 1)
	}
	return entry.At(n / entries).Times(entries), count(n, p.Unit)
}

func count(n float64, noun string) string {
	text := strconv.FormatFloat(n, 'f', -1, 64) + " "
	if n == 1 {
		return text + noun
	}
	if first, rest, ok := strings.Cut(noun, " "); ok { // "element of the list"
		return text + first + "s " + rest
	}
	return text + noun + "s"
}

// typeRange reports whether the number of iterations of a loop around v may be no more than the range of a type: of a
// counter that is narrowed to byte, short or char in every iteration, or of a limit of which nothing but the type is known.
func (m *Method) typeRange(v ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	loops := m.Bounds().Loops(m.Engine.Assume)
	for l := m.LoopOf(v); l >= 0; l = int(g.Loops[l].Parent) {
		header := &g.Blocks[g.Loops[l].Header]
		if slices.ContainsFunc(loops, func(x absint.Loop) bool {
			return x.Offset == header.Start && x.Status == absint.Bounded && reachesTypeRange(x.Max)
		}) {
			return true
		}
		for _, phi := range f.Body[g.Loops[l].Header] {
			if f.Values[phi].Kind != ssa.Phi {
				continue
			}
			for _, a := range f.Args(phi) {
				x := &f.Values[a]
				if x.Kind == ssa.Instr && x.Op >= classfile.OpI2b && x.Op <= classfile.OpI2s && m.InLoop(a, l) {
					return true
				}
			}
		}
	}
	return false
}

// reachesTypeRange reports whether a number is the largest value of an integral type, signed or not, or of one that starts at 1.
func reachesTypeRange(n float64) bool {
	for _, bits := range []float64{7, 8, 15, 16, 31, 32, 63} {
		if end := math.Exp2(bits); n == end-1 || n == end-2 {
			return true
		}
	}
	return false
}
