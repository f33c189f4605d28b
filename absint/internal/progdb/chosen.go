package progdb

import "github.com/energylint/energylint/internal/ssa"

// maxChosen is how many values one is chosen from at most.
const maxChosen = 64

// ChosenFrom returns the values that v is chosen from: itself, or the operands of the phis that it is from, but null. ok is false if there
// are too many.
func ChosenFrom(b *Body, v ssa.ID) (from []ssa.ID, ok bool) {
	f := b.F
	seen := map[ssa.ID]bool{v: true}
	for work := []ssa.ID{v}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		at := f.Uncast(v)
		switch {
		case f.IsNull(v):
		case f.Values[at].Kind != ssa.Phi:
			from = append(from, v)
		case len(seen) > maxChosen:
			return from, false
		default:
			for _, arg := range f.Args(at) {
				if !seen[arg] {
					seen[arg] = true
					work = append(work, arg)
				}
			}
		}
	}
	return from, true
}
