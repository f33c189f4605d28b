package textloop

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Shortened is the prover of loops that take at least one character off a string in each iteration, whatever their tests are:
//
//	while (!s.isEmpty()) { ...; s = s.substring(1).trim(); }
//
// Sound because a string never changes and substring throws where its ends are not in order or not in the string: what a back edge passes
// on is shorter than what the iteration began with, and no string has fewer than 0 characters. An iteration that begins with fewer than it takes
// off counts, too, where it costs more than a way out of the loop.
func Shortened(m *symval.Func, l int) (symval.Bound, bool) {
	for _, v := range variables(m, l) {
		least, parts := shortenedBy(m, v, l)
		init := m.InitOf(v, l)
		if least < 1 || init == 0 {
			continue
		}
		n := m.LargestChars(init, code.NoBlock)
		if n.Top {
			continue
		}
		n = n.FloorDiv(least)
		if abandons(m, l, parts, func(tested ssa.ID, atLeast int64) bool { return charsShown(m, tested, atLeast, v) >= least }) {
			n = n.AddInt(1)
		}
		return symval.Bound{Upper: n}, true
	}
	return symval.Bound{}, false
}

// variables are the phis in the header of loop l, none where it is the handler of an exception.
func variables(m *symval.Func, l int) []ssa.ID {
	header := m.CFG.Loops[l].Header
	if m.CFG.HasSubroutines || m.CFG.Blocks[header].Region >= 0 {
		return nil
	}
	body := m.Fn.Body[header]
	n := 0
	for n < len(body) && m.Fn.Values[body[n]].Kind == ssa.Phi {
		n++
	}
	return body[:n]
}

// shortenedBy returns by how many characters each iteration of loop l shortens the string in phi at least, at most 0 if one may not, and
// the calls that do so.
func shortenedBy(m *symval.Func, phi ssa.ID, l int) (least int64, parts []ssa.ID) {
	if platform.ClassName(m.Fn.Static(phi)) != platform.StringClass {
		return 0, nil
	}
	s := shortening{m: m, l: l, known: map[ssa.ID]int64{phi: 0}}
	least = math.MaxInt64
	for i, a := range m.Fn.Args(phi) {
		if m.ViaBackEdge(l, i) {
			least = min(least, s.of(a))
		}
	}
	if s.failed || least == math.MaxInt64 {
		return 0, nil
	}
	for v := range s.known {
		if m.Fn.IsCall(v) {
			parts = append(parts, v)
		}
	}
	return least, parts
}

// maxShortened is up to how many values are looked at for one loop.
const maxShortened = 64

// shortening finds by how many characters strings are shorter than the one in a header phi of loop l.
type shortening struct {
	m     *symval.Func
	l     int
	known map[ssa.ID]int64 // by how many at least; longer if they may be longer
	// failed reports whether an inner loop may lengthen a string: what was found by assuming the opposite does not hold.
	failed bool
}

// longer is of strings of which nothing is known.
const longer = -1

// of returns by how many characters the string v is at least shorter, or longer.
func (s *shortening) of(v ssa.ID) int64 {
	m := s.m
	v = m.Uncast(v)
	if n, ok := s.known[v]; ok {
		return n
	}
	if v == 0 || len(s.known) > maxShortened || !m.CFG.InLoop(int(m.Fn.Values[v].Block), s.l) {
		return longer
	}
	n := int64(longer)
	switch x := &m.Fn.Values[v]; {
	case x.Kind == ssa.Phi:
		return s.joined(v)
	case x.Kind == ssa.Instr && x.Op == classfile.OpInvokevirtual:
		n = s.part(v)
	}
	s.known[v] = n
	return n
}

// joined is of for a phi. In the header of an inner loop it is the string that enters, and no iteration may make it longer.
func (s *shortening) joined(phi ssa.ID) int64 {
	m := s.m
	block := m.Fn.Values[phi].Block
	if m.CFG.Blocks[block].Region >= 0 {
		return longer
	}
	inner := m.LoopHeadedBy(int(block))
	s.known[phi] = longer // where it depends on itself and is in no header
	n := int64(math.MaxInt64)
	for i, a := range m.Fn.Args(phi) {
		if inner < 0 || !m.ViaBackEdge(inner, i) {
			n = min(n, s.of(a))
		}
	}
	if n == math.MaxInt64 {
		return longer
	}
	s.known[phi] = n
	for i, a := range m.Fn.Args(phi) {
		if n >= 0 && inner >= 0 && m.ViaBackEdge(inner, i) && s.of(a) < n {
			s.failed = true
		}
	}
	return n
}

// part is of for a call that returns a part of a string, or one in which something is replaced.
func (s *shortening) part(v ssa.ID) int64 {
	m, args := s.m, s.m.Fn.Args(v)
	mem, _ := m.Fn.Member(v)
	if !platform.PartOfText.Has(mem) {
		return s.replaced(v)
	}
	n := s.of(args[0])
	if n < 0 || len(args) == 1 {
		return n
	}
	block := m.Fn.Values[v].Block
	from := m.RangeAt(args[1], block).Lo
	if from > 0 && from < symval.MaxLength {
		n += int64(from)
	}
	if len(args) == 3 {
		n += s.cutOff(args[0], args[2])
	}
	return n
}

// cutOff returns how many characters of a string are behind index end, where it is one.
func (s *shortening) cutOff(text, end ssa.ID) int64 {
	if a, c, ok := s.m.Addition(end); ok && c < 0 && s.isLength(a, text) {
		return -c
	}
	if searched := s.m.Fn.Args(end); IsSearch(s.m, end) && len(searched) > 0 && s.m.Uncast(searched[0]) == s.m.Uncast(text) {
		return 1 // it is the index of a character
	}
	return 0
}

// isLength reports whether v is the length of a string.
func (s *shortening) isLength(v, text ssa.ID) bool {
	return s.m.Fn.IsCallTo(v, platform.StringClass, "length") && s.m.Uncast(s.m.Fn.Args(v)[0]) == s.m.Uncast(text)
}
