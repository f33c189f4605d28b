package effects

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// asksBehind returns how far the platform's code goes that a call runs, by what is called and on what.
func (a *Effects) asksBehind(f *ssa.Func, v ssa.ID) platform.CallbackScope {
	mem, _ := f.Member(v)
	args := f.Args(v)
	on := a.calledOn(f, v)
	switch {
	case strings.HasPrefix(mem.Class, "["):
		return platform.CallsNothing
	case platform.Quiet.Has(mem):
		if mem.Class == platform.MapEntry && a.overrides(mem.Class) {
			return platform.CallsElements
		}
		return platform.CallsNothing
	case mem.Name == "<init>" && platform.PlainConstructor.Has(mem.Class) && !platform.StreamWrapper.Has(mem.Class):
		return platform.CallsNothing
	case progdb.IsThrowable(mem) && !a.Fields.FillsStackTraces() && LeavesOnly(mem.Desc):
		return platform.CallsNothing
	case platform.Text.Has(mem) && !a.givesOwn(f, args):
		return a.asksText(mem)
	case platform.Leaf.Has(mem.Class):
		return a.asksLeaf(f, mem, args)
	case platform.Cursor.Has(mem.Class):
		return a.asksIterator(f, args[0], mem.Name)
	case platform.AnyCollection.Has(on):
		return a.asksCollection(f, mem, on, args)
	}
	return a.asksOther(f, v, mem, args)
}

// calledOn returns the class of the object that a call is made on, as far as the code says: that of the method for others.
func (a *Effects) calledOn(f *ssa.Func, v ssa.ID) string {
	mem, _ := f.Member(v)
	args := f.Args(v)
	if op := f.Values[v].Op; op == classfile.OpInvokestatic || op == classfile.OpInvokespecial || len(args) == 0 {
		return mem.Class
	}
	if t := platform.ClassName(f.Static(args[0])); platform.IsPlatform(t) {
		if is, _ := a.Hierarchy.IsSubtype(t, mem.Class); is {
			return t
		}
	}
	return mem.Class
}

// asksText is asksBehind for a method that makes a text of objects that are not of a class of the program.
func (a *Effects) asksText(mem classfile.Member) platform.CallbackScope {
	switch {
	case platform.Sink.Has(mem.Class) && slices.ContainsFunc(platform.Sink.All(), a.overrides), platform.Formatting.Named(mem.Name) && a.overrides(platform.Formattable):
		return platform.CallsAny
	case LeavesOnly(mem.Desc):
		return platform.CallsNothing
	}
	return platform.CallsElements
}

// asksLeaf is asksBehind for a method of a class that holds no objects of the program: it may be given one.
func (a *Effects) asksLeaf(f *ssa.Func, mem classfile.Member, args []ssa.ID) platform.CallbackScope {
	if mem.Name == "equals" || mem.Name == "compareTo" || LeavesOnly(mem.Desc) {
		return platform.CallsNothing
	}
	far := a.asksGiven(f, args)
	if (far != platform.CallsNothing || a.givesOwn(f, args)) && !strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;)") { // no append(Object) or ValueOf(Object)
		return platform.CallsAny
	}
	return far
}

// asksCollection is asksBehind for a method of a collection or a map.
func (a *Effects) asksCollection(f *ssa.Func, mem classfile.Member, on string, args []ssa.ID) platform.CallbackScope {
	switch {
	case platform.MentionsFunctionPackage(mem.Desc) || strings.Contains(mem.Name+mem.Desc, "tream"):
		return platform.CallsAny
	case !a.overrides(on) && platform.CallsNoElement(on, mem):
		return platform.CallsNothing
	case platform.Comparing.Named(mem.Name):
		most := platform.CallsCompare
		if mem.Name != "toArray" && len(args) > 1 && f.Values[args[1]].Type == 'a' {
			most = max(most, a.asksGiven(f, args[1:2]))
		}
		return most
	}
	return platform.CallsElements
}

// asksOther is asksBehind for a method of no collection.
func (a *Effects) asksOther(f *ssa.Func, v ssa.ID, mem classfile.Member, args []ssa.ID) platform.CallbackScope {
	switch {
	case mem.Class == platform.ObjectClass && len(args) > 0 && f.Values[v].Op != classfile.OpInvokespecial:
		return a.asksGiven(f, args)
	case platform.ElementCaller.Has(mem):
		return platform.CallsElements
	}
	return platform.CallsAny
}

// givesOwn says whether an object of a class of the program is among the arguments.
func (a *Effects) givesOwn(f *ssa.Func, args []ssa.ID) bool {
	return slices.ContainsFunc(args, func(v ssa.ID) bool { return a.Hierarchy.Analysed(platform.ClassName(f.Static(v))) })
}

// overrides says whether the program may have a class below one of the platform's with methods of its own.
func (a *Effects) overrides(class string) bool {
	return a.Hierarchy.Misses() || memo.Memoize(&a.overriders, class, func() bool {
		return slices.ContainsFunc(a.Hierarchy.Subs(class), func(sub string) bool {
			return slices.ContainsFunc(a.Hierarchy.Lookup(sub).Methods, func(m classfile.Method) bool {
				return m.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 && m.Name != "<init>"
			})
		})
	})
}

// asksGiven says how far code goes that asks objects: those of a leaf class, nothing, those of a class of the program what
// that class does, which is looked at by itself, others may be collections of anything.
func (a *Effects) asksGiven(f *ssa.Func, args []ssa.ID) platform.CallbackScope {
	for _, v := range args {
		t := f.Static(v)
		element := strings.TrimLeft(t, "[")
		if f.Values[v].Type != 'a' || f.IsNull(v) || element != "" && element[0] != 'L' || platform.Leaf.Has(platform.ClassName(element)) || t == "Ljava/lang/Class;" {
			continue
		}
		if class := platform.ClassName(t); class == "" || !a.Hierarchy.Analysed(class) || platform.IsPlatform(class) {
			return platform.CallsElements
		}
	}
	return platform.CallsNothing
}

// asksIterator is asksBehind for what is called on an iterator: it depends on whose it is.
func (a *Effects) asksIterator(f *ssa.Func, it ssa.ID, called string) platform.CallbackScope {
	if x := &f.Values[it]; !f.IsCall(it) || x.Op == classfile.OpInvokestatic || len(f.Args(it)) == 0 {
		return platform.CallsAny
	}
	mem, _ := f.Member(it)
	from := platform.ClassName(f.Static(f.Args(it)[0]))
	switch {
	case !platform.Iterating.Named(mem.Name) || !platform.IsPlatform(from) || !platform.AnyCollection.Has(from):
		return platform.CallsAny
	case !a.overrides(from) && (platform.Positional.Has(from) || platform.Keyed.Has(from) && called != "remove"): // which a table looks up
		return platform.CallsNothing
	}
	return platform.CallsCompare
}

// LeavesOnly says whether the parameters of a method are numbers, texts and arrays of them.
func LeavesOnly(desc string) bool {
	only := true
	classfile.EachParam(desc, func(t string) {
		element := strings.TrimLeft(t, "[")
		only = only && (element[0] != 'L' || platform.Leaf.Has(platform.ClassName(element)) || element == "Ljava/lang/Class;")
	})
	return only
}

// asked is the code of the program that the platform's code may run which asks what it holds.
func (a *Effects) asked(far platform.CallbackScope) *Callees {
	if far == platform.CallsNothing {
		return &Callees{}
	}
	return memo.Memoize(&a.askedHeld, far, func() *Callees {
		out := &Callees{Any: far == platform.CallsAny}
		for _, m := range platform.Callbacks(far) {
			a.Follow(out, nil, classfile.OpInvokevirtual, m)
		}
		for _, above := range platform.Container.All() {
			for _, class := range a.Hierarchy.Subs(above) {
				ms := a.Hierarchy.Lookup(class).Methods
				for i := range ms {
					if t := &ms[i]; t.Access&(classfile.AccStatic|classfile.AccAbstract) == 0 && t.Name[0] != '<' {
						out.add(t)
					}
				}
			}
		}
		return out
	})
}

// keepsToItself says whether a lambda that runs a method of the platform changes no collection by it and runs nothing else.
func keepsToItself(l *callgraph.Lambda) bool {
	m := l.Body.Member
	return !platform.Adding.Named(m.Name) && !platform.Removing.Named(m.Name) && !RunsProgram(m)
}

// callerClasses are in the names of classes of the platform with methods that call code of the program, which they are not given.
var callerClasses = []string{"Listener", "Observer", "Handler", "Callback", "Privileged", "Visitor"}

// RunsProgram says whether a call may run code that is not the platform's own: its own, or a function that it is given.
func RunsProgram(mem classfile.Member) bool {
	if platform.NullCheck.Has(mem) {
		return false
	}
	if !platform.IsPlatform(mem.Class) {
		return true
	}
	if platform.Running.Named(mem.Name) || slices.ContainsFunc(callerClasses, func(c string) bool { return strings.Contains(mem.Class, c) }) {
		return true
	}
	return platform.MentionsFunction(mem.Class) || platform.MentionsFunction(mem.Desc)
}
