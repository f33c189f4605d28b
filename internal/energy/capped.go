package energy

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

// Capped counts the methods that claims are about, and what these call, in whose code a limit of the analysis was met.
func (v *Evaluation) Capped(cs []Claim) finding.Capped {
	var out finding.Capped
	if len(cs) == 0 {
		return out
	}
	for _, m := range v.program.Methods() {
		out.Count(v.capped(m, v.devices[0], v.confidence(cs[0])))
	}
	return out
}

// capped names the limits of the analysis that a method's code meets.
func (v *Evaluation) capped(m *classfile.Method, device string, confidence float64) []string {
	var out []string
	for _, c := range v.program.Capped(v.program.Index(m), v.outcome(m, objectiveKey{device: device, confidence: confidence, upper: true})) {
		out = append(out, string(c))
	}
	return out
}
