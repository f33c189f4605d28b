package absint

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// advances names, per question whether an iterator has more, the calls that take one element.
var advances = map[string][]string{
	"hasNext()Z":         {"next()", "nextInt()", "nextLong()", "nextDouble()", "nextByte()", "nextShort()", "nextChar()", "nextFloat()", "nextBoolean()"},
	"hasNextLine()Z":     {"nextLine()"},
	"hasNextInt()Z":      {"nextInt()"},
	"hasNextLong()Z":     {"nextLong()"},
	"hasNextDouble()Z":   {"nextDouble()"},
	"hasPrevious()Z":     {"previous()"},
	"hasMoreElements()Z": {"nextElement()", "nextToken()"},
	"hasMoreTokens()Z":   {"nextToken()", "nextElement()"},
}

// iteratorTest bounds a loop that goes on while an iterator has more elements and takes one in every iteration: by
// the size of what is iterated over. ok is false where block b does not end in such a test.
func (m *method) iteratorTest(l, b int, stay bool) (t testBound, ok bool) {
	f, g := m.f, m.g
	pc := g.Blocks[b].Last
	op := g.Code.Op(pc)
	if !stay { // the branch is taken to leave
		op = negate(op)
	}
	if op != classfile.OpIfne || f.At(pc) == 0 {
		return testBound{}, false
	}
	q := f.Args(f.At(pc))[0]
	x := &f.Values[q]
	if !f.IsCall(q) || x.Op == classfile.OpInvokestatic || !g.InLoop(int(x.Block), l) {
		return testBound{}, false
	}
	mem, _ := f.Member(q)
	takes, known := advances[mem.Name+mem.Desc]
	if !known {
		return testBound{}, false
	}
	it := f.Args(q)[0]
	if !m.fixed(it, l) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("%s is another iterator in every iteration", m.describe(it)))}, true
	}
	if !m.everyIterationCalls(l, it, takes) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("an iteration need not take an element from %s", m.describe(it)))}, true
	}
	return testBound{upper: m.iterated(it)}, true
}

// iterated is how many elements an iterator yields at most.
func (m *method) iterated(it ssa.ID) Size {
	f := m.f
	x := &f.Values[it]
	if f.IsCall(it) && x.Op != classfile.OpInvokestatic {
		switch mem, _ := f.Member(it); mem.Name {
		case "iterator", "listIterator", "elements", "descendingIterator":
			return m.elements(f.Args(it)[0], 0)
		}
	}
	return m.largest(it, "rest", "elements("+m.describe(it)+")", maxLength)
}
