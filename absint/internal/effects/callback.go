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

// Callbacks: platform code runs application code that implements what it calls: next of an iterator, close, hashCode,
// equals and compareTo of elements and arguments, toString where it builds a text. Sound because a platform method
// without an entry in the tables may call any method that overrides one of the platform's.

// CallsBack reports whether the callbacks of a library method follow from tables and the types of its arguments.
func CallsBack(mem classfile.Member) bool {
	return platform.IsPlatform(mem.Class) || platform.ReadsArguments.Has(mem)
}

// callbackScope returns the scope of the callbacks of the platform method that call v runs, by the method and the
// types of its arguments.
func (a *Effects) callbackScope(f *ssa.Func, v ssa.ID) platform.CallbackScope {
	mem, _ := f.Member(v)
	args := f.Args(v)
	on := a.receiverClass(f, v)
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
	case progdb.IsThrowable(mem) && LeavesOnly(mem.Desc) && (!a.Fields.FillsStackTraces() || len(args) > 0 && f.Values[args[0]].Op == classfile.OpNew):
		return platform.CallsNothing
	case platform.Text.Has(mem) && !a.passesApplicationObject(f, args):
		return a.textScope(mem)
	case platform.Leaf.Has(mem.Class):
		return a.leafScope(f, mem, args)
	case platform.Cursor.Has(mem.Class):
		return a.iteratorScope(f, args[0], mem.Name)
	case platform.AnyCollection.Has(on):
		return a.collectionScope(f, mem, on, args)
	}
	return a.otherScope(f, v, mem, args)
}

// receiverClass returns the static class of the receiver of a call if it is a platform class, else the class that the
// call names.
func (a *Effects) receiverClass(f *ssa.Func, v ssa.ID) string {
	mem, _ := f.Member(v)
	args := f.Args(v)
	if op := f.Values[v].Op; op == classfile.OpInvokestatic || op == classfile.OpInvokespecial || len(args) == 0 {
		return mem.Class
	}
	if t := platform.ClassName(f.Static(args[0])); platform.IsPlatform(t) {
		if is, _ := a.Hierarchy.IsSubtype(t, mem.Class); is {
			return viewedClass(f, args[0], t)
		}
	}
	return mem.Class
}

// viewedClass returns the class of the map of which a collection is a view that the same code asked for, else class, that of the collection. A
// view calls what its map calls.
func viewedClass(f *ssa.Func, v ssa.ID, class string) string {
	mem, _ := f.Member(v)
	if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic || !platform.MapViews.Has(mem.Name, mem.Desc) {
		return class
	}
	if t := platform.ClassName(f.Static(f.Args(v)[0])); platform.IsPlatform(t) && platform.Keyed.Has(t) {
		return t
	}
	return class
}

// textScope is callbackScope for a method that builds a text of objects of no application class.
func (a *Effects) textScope(mem classfile.Member) platform.CallbackScope {
	switch {
	case platform.Sink.Has(mem.Class) && slices.ContainsFunc(platform.Sink.All(), a.overrides), platform.Formatting.Named(mem.Name) && a.overrides(platform.Formattable):
		return platform.CallsAny
	case LeavesOnly(mem.Desc):
		return platform.CallsNothing
	}
	return platform.CallsElements
}

// leafScope is callbackScope for a method of a class that holds no application objects but may get one as an
// argument.
func (a *Effects) leafScope(f *ssa.Func, mem classfile.Member, args []ssa.ID) platform.CallbackScope {
	if mem.Name == "equals" || mem.Name == "compareTo" || LeavesOnly(mem.Desc) {
		return platform.CallsNothing
	}
	scope := a.argumentScope(f, args)
	if (scope != platform.CallsNothing || a.passesApplicationObject(f, args)) && !strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;)") { // not append(Object) or valueOf(Object)
		return platform.CallsAny
	}
	return scope
}

// collectionScope is callbackScope for a method of a collection or a map.
func (a *Effects) collectionScope(f *ssa.Func, mem classfile.Member, on string, args []ssa.ID) platform.CallbackScope {
	switch {
	case platform.MentionsFunctionPackage(mem.Desc) || strings.Contains(mem.Name+mem.Desc, "tream"):
		return platform.CallsAny
	case !a.overrides(on) && platform.CallsNoElement(on, mem):
		return platform.CallsNothing
	case platform.Comparing.Named(mem.Name):
		most := platform.CallsCompare
		if mem.Name != "toArray" && len(args) > 1 && f.Values[args[1]].Type == 'a' {
			most = max(most, a.argumentScope(f, args[1:2]))
		}
		return most
	}
	return platform.CallsElements
}

// otherScope is callbackScope for a method of any other class.
func (a *Effects) otherScope(f *ssa.Func, v ssa.ID, mem classfile.Member, args []ssa.ID) platform.CallbackScope {
	switch {
	case mem.Class == platform.ObjectClass && len(args) > 0 && f.Values[v].Op != classfile.OpInvokespecial:
		return a.argumentScope(f, args)
	case platform.ElementCaller.Has(mem):
		return platform.CallsElements
	case platform.ReadsArguments.Has(mem):
		return a.readingScope(f, args)
	}
	return platform.CallsAny
}

// readingScope is callbackScope for a library method that reads its arguments. What is only known to be Iterable may run a function
// for each element, and a CharSequence code of the program for each character.
func (a *Effects) readingScope(f *ssa.Func, args []ssa.ID) platform.CallbackScope {
	args = slices.Clone(args)
	for i, v := range args {
		v = f.Uncast(v)
		if is, _ := a.Hierarchy.IsSubtype(platform.ClassName(f.Static(v)), platform.ClassName(f.Static(args[i]))); is {
			args[i] = v
		}
		class := platform.ClassName(f.Static(args[i]))
		text, _ := a.Hierarchy.IsSubtype(class, platform.CharSequence)
		if platform.Container.Has(class) && !platform.AnyCollection.Has(class) || text && !platform.Leaf.Has(class) {
			return platform.CallsAny
		}
	}
	if a.passesApplicationObject(f, args) || a.argumentScope(f, args) != platform.CallsNothing {
		return platform.CallsElements
	}
	return platform.CallsNothing
}

// passesApplicationObject reports whether an argument is of an application class by its static type.
func (a *Effects) passesApplicationObject(f *ssa.Func, args []ssa.ID) bool {
	return slices.ContainsFunc(args, func(v ssa.ID) bool { return a.Hierarchy.Analysed(platform.ClassName(f.Static(v))) })
}

// overrides reports whether the program may have a subclass of a platform class with methods of its own.
func (a *Effects) overrides(class string) bool {
	return a.Hierarchy.Misses() || memo.Memoize(&a.overriders, class, func() bool {
		return slices.ContainsFunc(a.Hierarchy.Subs(class), func(sub string) bool {
			return slices.ContainsFunc(a.Hierarchy.Lookup(sub).Methods, func(m classfile.Method) bool {
				return m.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 && m.Name != "<init>"
			})
		})
	})
}

// argumentScope returns the scope of callbacks on arguments. Leaf classes have none, methods of application classes
// are targets of their own, and objects of other types may be collections of any elements.
func (a *Effects) argumentScope(f *ssa.Func, args []ssa.ID) platform.CallbackScope {
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

// iteratorScope is callbackScope for a method of an iterator; it depends on the collection that the iterator was
// obtained from.
func (a *Effects) iteratorScope(f *ssa.Func, it ssa.ID, called string) platform.CallbackScope {
	if x := &f.Values[it]; !f.IsCall(it) || x.Op == classfile.OpInvokestatic || len(f.Args(it)) == 0 {
		return platform.CallsAny
	}
	mem, _ := f.Member(it)
	from := viewedClass(f, f.Args(it)[0], platform.ClassName(f.Static(f.Args(it)[0])))
	switch {
	case !platform.Iterating.Named(mem.Name) || !platform.IsPlatform(from) || !platform.AnyCollection.Has(from):
		return platform.CallsAny
	case !a.overrides(from) && (platform.Positional.Has(from) || platform.Keyed.Has(from) && called != "remove"): // a hash table's remove looks the element up
		return platform.CallsNothing
	}
	return platform.CallsCompare
}

// callbacksOf returns the application methods that platform code may call within a scope: those that override a
// platform callback, and the methods of application containers. Of too many, not all are among them: whoever follows them takes any effect.
func (a *Effects) callbacksOf(scope platform.CallbackScope) *Callees {
	if scope == platform.CallsNothing {
		return &Callees{}
	}
	return memo.Memoize(&a.callbacks, scope, func() *Callees {
		out := &Callees{Any: scope == platform.CallsAny}
		for _, m := range platform.Callbacks(scope) {
			if out.tooMany() {
				return out
			}
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

// referenceScope returns the scope of the callbacks of a platform method that is the body of a lambda: its arguments are not known.
func (a *Effects) referenceScope(mem classfile.Member) platform.CallbackScope {
	switch {
	case strings.HasPrefix(mem.Class, "["), platform.Quiet.Has(mem) && mem.Class != platform.MapEntry,
		mem.Name == "<init>" && platform.PlainConstructor.Has(mem.Class) && !platform.StreamWrapper.Has(mem.Class),
		progdb.IsThrowable(mem) && !a.Fields.FillsStackTraces() && LeavesOnly(mem.Desc):
		return platform.CallsNothing
	case platform.Text.Has(mem):
		return a.textScope(mem)
	case platform.Leaf.Has(mem.Class) && (mem.Name == "equals" || mem.Name == "compareTo" || LeavesOnly(mem.Desc)):
		return platform.CallsNothing
	case platform.Leaf.Has(mem.Class) && strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;)"), mem.Class == platform.ObjectClass, platform.ElementCaller.Has(mem):
		return platform.CallsElements
	case platform.AnyCollection.Has(mem.Class):
		return a.collectionScope(nil, mem, mem.Class, nil)
	case mem.Class == platform.MapEntry && !a.overrides(mem.Class):
		return platform.CallsNothing
	}
	return platform.CallsAny
}

// changesNoCollection reports whether a lambda whose body is a platform method neither changes a collection nor runs
// other code.
func changesNoCollection(l *callgraph.Lambda) bool {
	m := l.Body.Member
	return !platform.Adding.Named(m.Name) && !platform.Removing.Named(m.Name) && !RunsProgram(m)
}
