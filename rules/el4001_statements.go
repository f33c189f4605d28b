package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// combinable are the first words of statements of which one for many elements could be written; those that define a
// schema or a session are not among them.
var combinable = []string{"select", "insert", "update", "delete", "merge", "replace", "with", "call", "{call", "{?=", "{ ?=", "upsert", "values", "from"}

// waits are calls by which a loop lets time pass: it asks until something has happened.
var waits = map[classfile.Member]bool{
	{Class: "java/lang/Thread", Name: "sleep"}:                           true,
	{Class: "java/util/concurrent/TimeUnit", Name: "sleep"}:              true,
	{Class: "java/lang/Object", Name: "wait"}:                            true,
	{Class: "java/util/concurrent/locks/LockSupport", Name: "parkNanos"}: true,
	{Class: "java/util/concurrent/locks/LockSupport", Name: "parkUntil"}: true,
	{Class: "java/util/concurrent/locks/Condition", Name: "await"}:       true,
	{Class: "java/util/concurrent/CountDownLatch", Name: "await"}:        true,
}

// waitsIn reports whether loop l itself, not one inside it, waits for time to pass or for a signal.
func (m *Method) waitsIn(l int) bool {
	for v, c := range m.Calls("sleep", "wait", "parkNanos", "parkUntil", "await") {
		if m.LoopOf(v) == l && waits[classfile.Member{Class: c.Class, Name: c.Name}] {
			return true
		}
	}
	return false
}

// answersDecide reports whether every exit of loop l depends on what a query in it gave: each iteration then needs the
// answer of the one before. A loop without an exit serves what comes in, one by one.
func (m *Method) answersDecide(l int) bool {
	f, g := m.Func(), m.Graph()
	asked := m.askedIn(l)
	for _, i := range g.Exits(l) {
		e := &g.Edges[i]
		if e.Kind == cfg.Exception {
			continue
		}
		test := f.At(g.Blocks[e.From].Last)
		if test == 0 || !m.dependsOn(test, asked, l) {
			return false
		}
	}
	return true
}

func (m *Method) asksThrough(v ssa.ID, c classfile.Member) bool {
	_, ok := m.askingCallee(v, c)
	return ok
}

// dependsOn reports whether v is computed inside loop l from one of some values. Calls depend on their arguments.
func (m *Method) dependsOn(v ssa.ID, of map[ssa.ID]bool, l int) bool {
	f := m.Func()
	w := visit(v)
	for v := range w.all() {
		if of[v] {
			return true
		}
		if v != 0 && !m.Invariant(v, l) {
			w.add(f.Args(v)...)
		}
	}
	return false
}

// ownStatement reports whether a statement's text comes from elsewhere as a whole, or is none of which one for all elements
// could be written: a line of a script, "drop table" of several tables. A text that is the same each time, or that the
// method composes around a constant beginning, is none of these.
func (m *Method) ownStatement(text ssa.ID, r repetition) bool {
	begins, known := m.beginning(text, 0)
	if !known {
		return !m.settled(text, r)
	}
	begins = strings.ToLower(strings.TrimSpace(begins))
	return !slices.ContainsFunc(combinable, func(word string) bool { return strings.HasPrefix(begins, word) })
}

// beginning returns the constant that a text begins with: the text itself, or the first part of a concatenation, a format or
// what is appended to a StringBuilder that is made for it.
func (m *Method) beginning(text ssa.ID, depth int) (s string, known bool) {
	f := m.Func()
	if depth > 8 {
		return "", false
	}
	text = m.Strip(text)
	if s, ok := f.StringConstant(text); ok {
		return s, true
	}
	x := &f.Values[text]
	if x.Kind != ssa.Instr {
		return "", false
	}
	args := f.Args(text)
	switch c, _ := f.Member(text); {
	case x.Op == classfile.OpInvokedynamic:
		return m.beginningOf(text, depth)
	case c.Class == stringClass && (c.Name == "format" || c.Name == "concat" || c.Name == "formatted" || c.Name == "trim" || c.Name == "strip") && len(args) > 0:
		first := args[0]
		if strings.HasPrefix(c.Desc, "(Ljava/util/Locale;") && len(args) > 1 {
			first = args[1]
		}
		return m.beginning(first, depth+1)
	case c.Name == "toString" && javaBuilders[c.Class]:
		return m.firstAppended(args[0], depth+1)
	}
	return "", false
}

// beginningOf returns the constant that a concatenation begins with, or the beginning of its first operand.
func (m *Method) beginningOf(concat ssa.ID, depth int) (string, bool) {
	recipe, ok := m.recipe(concat)
	if !ok || recipe == "" {
		return "", ok
	}
	args := m.Func().Args(concat)
	switch end := strings.IndexAny(recipe, "\x01\x02"); {
	case end < 0:
		return recipe, true
	case end > 0:
		return recipe[:end], true
	case recipe[0] == '\x01' && len(args) > 0:
		return m.beginning(args[0], depth+1)
	}
	return "", false
}

// firstAppended returns the constant that a StringBuilder begins with: what its constructor or the first append gives it,
// where it was made in this method for one text.
func (m *Method) firstAppended(builder ssa.ID, depth int) (string, bool) {
	f := m.Func()
	for range 200 { // a chain of appends, each returning the builder
		x := &f.Values[builder]
		if x.Kind != ssa.Instr {
			return "", false
		}
		if x.Op == classfile.OpNew {
			return m.firstGiven(builder, depth)
		}
		c, _ := f.Member(builder)
		if c.Name != "append" || len(f.Args(builder)) != 2 {
			return "", false
		}
		if before := f.Args(builder)[0]; f.Values[before].Op != classfile.OpNew {
			builder = before
			continue
		} else if s, ok := m.firstGiven(before, depth); ok {
			return s, true
		}
		return m.beginning(f.Args(builder)[1], depth+1)
	}
	return "", false
}

// firstGiven returns what the first call on a new builder gives it, in the order of the code.
func (m *Method) firstGiven(made ssa.ID, depth int) (string, bool) {
	f := m.Func()
	for v, c := range m.Calls("<init>", "append") {
		if args := f.Args(v); len(args) == 2 && args[0] == made {
			return m.beginning(args[1], depth+1)
		} else if len(args) > 0 && args[0] == made && c.Name == "append" {
			return "", false
		}
	}
	return "", false
}

// batchedToo reports whether the same repetition also adds to a batch of the statement: asking one by one is then what is
// done where batches are off.
func (m *Method) batchedToo(statement ssa.ID, r repetition) bool {
	for v := range m.Calls("addBatch") {
		if m.within(v, r) && m.equal(m.Strip(m.Func().Args(v)[0]), m.Strip(statement)) {
			return true
		}
	}
	return false
}
