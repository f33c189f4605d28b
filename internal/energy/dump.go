package energy

import (
	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
)

// Dump gives an internal representation of each method to write, until that fails. The cost is the mean of the worst
// case, in the unit of the model.
func (e *Engine) Dump(ms []*classfile.Method, kind absint.DumpKind, write func(text string) error) error {
	text := func(m *classfile.Method) string { return e.Summary(m).Dump(kind) }
	if kind == absint.DumpCost {
		text = e.Evaluate(ms).dumpCost
	}
	for _, m := range ms {
		if err := write(text(m)); err != nil {
			return err
		}
	}
	return nil
}

func (v *Evaluation) dumpCost(m *classfile.Method) string {
	device := v.Worst(m, v.Confidence).Device
	k := objectiveKey{device: device, confidence: v.Confidence, upper: true}
	return v.program.DumpCost(v.program.Index(m), v.objective(k), v.outcomes(k), func(o absint.Outcome) string {
		if text := sum(factored(v.meanProducts(v.Terms(o), device))); text != "" {
			return text
		}
		return v.Model.Unit().Format(0)
	})
}
