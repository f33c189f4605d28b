package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7018", Name: "FinalizerOfManyObjects", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "memory"},
		Summary: "Objects of a class with a finalizer are made again and again; each is registered, and outlives a collection",
	},
	Needs: Needs{
		Called: func(e *Engine, c classfile.Member) bool {
			return e.mayBeFinalized()[c.Class] && e.finalizer(c.Class) != nil
		},
		CalledNames: func(*Engine) []string { return []string{"<init>"} },
		Within:      true, RepeatsOrLambda: true,
	},
	// names.stream().map(Handle::new)
	OrNeeds: &Needs{Calls: [][]string{perElementNames}, References: []string{"<init>"}},
	Active:  func(e *Engine) bool { return len(e.mayBeFinalized()) > 0 },
	Check:   finalizerOfManyObjects,
})

// findFinalized returns the classes that declare or inherit a finalizer of the program.
func (e *Engine) findFinalized() map[string]bool {
	found := map[string]bool{}
	for _, c := range e.Program.Classes() {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.Name == "finalize" && m.Desc == "()V" {
				found[c.Name] = true
				for _, below := range e.Program.Subs(c.Name) {
					found[below] = true
				}
			}
		}
	}
	return found
}

// finalizerOfManyObjects finds objects with finalizers of the program that loops make.
func finalizerOfManyObjects(m *Method) {
	f := m.Func()
	for v := range m.Instructions() {
		if f.Values[v].Op != classfile.OpNew {
			continue
		}
		class := className(f.Static(v))
		finalizer := m.Engine.finalizer(class)
		if finalizer == nil {
			continue
		}
		r, ok := m.repetition(v)
		if !ok || !m.returns(v) || m.lazily(v) || r.loop >= 0 && m.rare(v) {
			continue
		}
		m.reportFinalized(v, class, finalizer, m.TilesOf(v), r)
	}
	for r := range m.references() {
		if finalizer := m.Engine.finalizer(r.body.Class); r.body.Name == "<init>" && finalizer != nil && !m.Engine.siteOfFew(r.Site) {
			m.reportFinalized(r.Lambda, r.body.Class, finalizer, newObject, repetition{loop: -1, site: r.Site})
		}
	}
}

// newObject is the allocation of an object by a reference to its constructor.
var newObject = pattern.Tally(pattern.Of(pattern.ObjectAllocation, pattern.Reference, pattern.Load))

// reportFinalized reports that an instruction makes objects of a class with a finalizer, again and again as r says.
func (m *Method) reportFinalized(v ssa.ID, class string, finalizer *classfile.Method, cost pattern.Counts, r repetition) {
	at := finding.Location{Class: finalizer.Class.Name, Method: finalizer.Name, Desc: finalizer.Desc, Message: "the finalizer"}
	if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "FinalizedObject"}); energy != nil {
		m.Report(v, class, fmt.Sprintf("A %s is made %s, and its finalizer keeps it for another collection; use a Cleaner, or close it", simpleName(class), r.again()), energy, at)
	}
}

// finalizer returns the finalizer that objects of a class of the program have, nil where they have none or one that does nothing.
func (e *Engine) finalizer(class string) *classfile.Method {
	if class == "" || !e.Program.Analysed(class) {
		return nil
	}
	r := e.Program.Resolve(class, "finalize", "()V")
	if r.Method == nil || !r.Method.HasCode() || !e.Program.Analysed(r.Method.Class.Name) {
		return nil
	}
	code, err := r.Method.Code()
	if err != nil || code == nil {
		return nil
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		switch op := code.Op(pc); {
		case op == classfile.OpPutfield || op == classfile.OpPutstatic || op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface || op == classfile.OpInvokestatic:
			return r.Method
		case op == classfile.OpInvokespecial:
			if c, _ := r.Method.Class.Pool.Member(code.Index(pc)); c.Name != "finalize" {
				return r.Method
			}
		}
	}
	return nil
}
