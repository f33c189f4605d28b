package ssa

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// Fields that a loop moves along links are variables, too: while (head != null) head = head.next. The field has an object of a class of
// the program, and a store does not change it.

// isObject reports whether a field may hold objects of a class; arrays are none.
func isObject(field classfile.Member) bool { return field.Desc != "" && field.Desc[0] == 'L' }

// follows reports whether loop l moves a cell along a link: it stores what it reads from another field of the cell's type. Where it is the same field,
// as in c.next = c.next.next, the loop changes the links.
func (a accesses) follows(l int, c Cell) bool {
	if !isObject(c.Field) || !a.memory.IsLinked(c.Field) {
		return false
	}
	for _, b := range a.Graph.Loops[l].Blocks {
		for _, v := range a.Body[b] {
			if s, ok := a.step(v, c); ok && s.Link.Name != "" && s.Link.Name != c.Field.Name {
				return true
			}
			if to, ok := a.storedBy(v); !ok || to != c {
				continue
			}
			if args := a.Args(v); a.isLink(args[len(args)-1], c) {
				return true
			}
		}
	}
	return false
}

// isLink reports whether a value may be what is read from another field of a cell's type.
func (a accesses) isLink(v ID, c Cell) bool {
	seen := []ID{v}
	for i := 0; i < len(seen) && i < maxJoined; i++ {
		switch x := &a.Values[seen[i]]; {
		case x.Kind == Phi:
			for _, w := range a.Args(seen[i]) {
				if w != 0 && !slices.Contains(seen, w) {
					seen = append(seen, w)
				}
			}
		case x.Kind == Instr && x.Op == classfile.OpGetfield:
			if mem, _ := a.Member(seen[i]); mem.Desc == c.Field.Desc && mem.Name != c.Field.Name {
				return true
			}
		}
	}
	return false
}
