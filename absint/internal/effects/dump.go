package effects

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/ssa"
)

// String returns the effect for people.
func (e Effect) String() string {
	switch e.Op {
	case classfile.OpPutfield, classfile.OpPutstatic:
		text := "writes " + classfile.External(e.Member.Class) + "." + e.Member.Name
		if e.Fresh {
			text += ", of an object that it has made"
		}
		return text
	case classfile.OpBastore, classfile.OpIastore, classfile.OpCastore, classfile.OpSastore, classfile.OpAastore:
		kind := map[classfile.Op]string{classfile.OpBastore: "a boolean or byte", classfile.OpIastore: "an int", classfile.OpCastore: "a char", classfile.OpSastore: "a short", classfile.OpAastore: "an object"}[e.Op]
		text := "writes elements of " + kind + " array"
		if e.Fresh {
			text += " that it has made"
		}
		if e.Keeps && e.Op != classfile.OpAastore {
			text += ", with a constant that is odd: a mark"
		}
		return text
	}
	text := "calls " + e.Member.Text()
	if e.Keeps {
		text += ", on an object that it has made"
	}
	return text
}

// String returns what the code behind a call does, one effect in each line, writes first, then by name. It is empty where no
// code of the program runs.
func (c *CallEffects) String() string {
	var texts []string
	for e := range c.All() {
		texts = append(texts, e.String())
	}
	slices.SortFunc(texts, func(a, b string) int {
		if a[0] != b[0] {
			return -strings.Compare(a, b) // writes before calls
		}
		return strings.Compare(a, b)
	})
	texts = slices.Compact(texts)
	if c.Any {
		texts = append([]string{"may do anything: it can run code that is not known"}, texts...)
	}
	return strings.Join(texts, "\n")
}

// String returns the names of the methods, sorted, and whether there may be others.
func (c *Callees) String() string {
	var names []string
	for _, m := range c.Methods {
		names = append(names, m.Member().Text())
	}
	slices.Sort(names)
	if c.Any {
		names = append(names, "code that is not known")
	}
	switch c.scope {
	case platform.CallsCompare:
		names = append(names, "equals and comparisons of what it holds")
	case platform.CallsElements:
		names = append(names, "equals, comparisons, hashCode and toString of what it holds")
	case platform.CallsAny:
		names = append(names, "every method of the program that overrides one of the platform's")
	}
	return strings.Join(names, "\n")
}

// Dump returns, for each call of a method in code order, the code of the program that it runs and what that may do.
func (a *Effects) Dump(f *ssa.Func) string {
	var l plain.Listing
	lines := f.Code.Lines()
	calls := 0
	for b := range f.Body {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind != ssa.Instr || !f.IsCall(v) && x.Op != classfile.OpInvokedynamic || l.Full() {
				continue
			}
			calls++
			at := fmt.Sprintf("offset %d", x.PC)
			if n := classfile.LineAt(lines, int(x.PC)); n > 0 {
				at = fmt.Sprintf("line %d", n)
			}
			l.Add(0, "%s, block %d: %s", at, b, f.Code.Instruction(int(x.PC)))
			runs, does := a.callees(f, v).String(), a.OfCall(f, v).String()
			if runs+does == "" {
				l.Add(1, "runs no code of the program")
				continue
			}
			dumpEach(&l, "runs ", runs)
			if does == "" {
				does = "calls nothing and writes no field"
			}
			dumpEach(&l, "", does)
		}
	}
	if calls == 0 {
		l.Add(0, "no calls")
	}
	return l.String()
}

// maxDumped bounds the lines about one call.
const maxDumped = 60

func dumpEach(l *plain.Listing, before, text string) {
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	for i, t := range lines {
		if i == maxDumped {
			l.Add(1, "... and %d more", len(lines)-i)
			return
		}
		l.Add(1, "%s%s", before, t)
	}
}
