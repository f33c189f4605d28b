package effects

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Functions that run later: a sequence of Kotlin, or an iterator of a library, keeps the functions that the program passed to the methods which
// made it, and runs them when it is read. No class of the program tells that, since the objects are of the library's own classes.
//
// Sound because, once the program passes a function to a method that keeps it, anywhere, any object of a type that is read lazily may be one that
// runs it, unless its static type or the collection that an iterator is of is another.

// ReadsLater reports whether a value may be an object of a library that runs functions of the program when it is read.
func (a *Effects) ReadsLater(f *ssa.Func, v ssa.ID) bool {
	return a.readsLater(f, v, 0)
}

// maxIteratorsOf bounds how many iterators of iterators are followed.
const maxIteratorsOf = 4

func (a *Effects) readsLater(f *ssa.Func, v ssa.ID, depth int) bool {
	stated := platform.ClassName(f.Static(v))
	if !a.isReadLater(stated) || !a.KeepsFunctions() {
		return false
	}
	inner := f.Uncast(v)
	class := platform.ClassName(f.Static(inner))
	if is, _ := a.Hierarchy.IsSubtype(class, stated); is && !a.isReadLater(class) || f.IsNull(inner) {
		return false // of a narrower type, as a list that is cast to Iterable
	}
	mem, ok := f.Member(inner)
	if !ok || !f.IsCall(inner) || f.Values[inner].Op == classfile.OpInvokestatic || !platform.Iterating.Named(mem.Name) || depth > maxIteratorsOf {
		return true
	}
	from := f.Uncast(f.Args(inner)[0])
	if of := platform.ClassName(f.Static(from)); platform.AnyCollection.Has(of) || of == "" || a.Hierarchy.Analysed(of) {
		return false
	}
	return a.readsLater(f, from, depth+1)
}

// isReadLater reports whether objects of a class of a library may be read lazily: of the known interfaces and, of other libraries, of classes below
// these that are no collections.
func (a *Effects) isReadLater(class string) bool {
	if platform.ReadLater.Has(class) || class == "" || platform.IsPlatform(class) || platform.InKotlin(class) || a.Hierarchy.Analysed(class) {
		return platform.ReadLater.Has(class)
	}
	below := func(above string) bool {
		is, _ := a.Hierarchy.IsSubtype(class, above)
		return is
	}
	return slices.ContainsFunc(platform.ReadLater.All(), below) && !slices.ContainsFunc(platform.AnyCollection.All(), below)
}

// KeepsFunctions reports whether the program passes a function to a library's method that returns an object which runs it later.
func (a *Effects) KeepsFunctions() bool {
	return memo.Memoize(&a.keepers, "functions", func() bool { return a.mentionsMethod(a.keepsFunction) })
}

// MakesDefaults reports whether the program makes a map whose missing values a function gives.
func (a *Effects) MakesDefaults() bool {
	return memo.Memoize(&a.keepers, "defaults", func() bool { return a.mentionsMethod(platform.KeepsDefault.Has) })
}

// MakesOrders reports whether the program makes a collection or a map that compares by a comparator of its own, and that may be of a class.
func (a *Effects) MakesOrders(class string) bool {
	if !platform.AnyCollection.Has(class) {
		return false
	}
	return memo.Memoize(&a.keepers, "orders of "+class, func() bool {
		return a.mentionsMethod(func(m classfile.Member) bool {
			if !strings.Contains(m.Desc[:strings.IndexByte(m.Desc, ')')], platform.Desc(platform.Comparator)) {
				return false
			}
			made := progdb.MadeInOrder(m)
			if made == "" {
				return false
			}
			below, _ := a.Hierarchy.IsSubtype(made, class)
			above, _ := a.Hierarchy.IsSubtype(class, made)
			return below || above
		})
	})
}

// Comparisons are the methods by which a comparator that is not known compares: its own and, where the program has a library make comparators of
// functions, as by Comparator.comparing, those of the functions.
func (a *Effects) Comparisons() []classfile.Member {
	return memo.Memoize(&a.keepers, "comparisons", func() []classfile.Member {
		ms := []classfile.Member{platform.Compare}
		if !a.mentionsMethod(func(m classfile.Member) bool {
			return platform.MentionsFunctionPackage(m.Desc) && classfile.Return(m.Desc) == platform.Desc(platform.Comparator)
		}) {
			return ms
		}
		for _, m := range platform.Callbacks(platform.CallsCompare) {
			if platform.MentionsFunctionPackage(m.Class) {
				ms = append(ms, m)
			}
		}
		return ms
	})
}

// mentionsMethod reports whether the program calls or refers to a method of a library for which is is true.
func (a *Effects) mentionsMethod(is func(classfile.Member) bool) bool {
	return slices.ContainsFunc(a.Hierarchy.Classes(), func(c *classfile.Class) bool {
		for i := 1; i < c.Pool.Len(); i++ {
			if m, ok := c.Pool.Member(i); ok && classfile.ValidMethodDesc(m.Desc) && !a.Hierarchy.Analysed(m.Class) && is(m) {
				return true
			}
		}
		return false
	})
}

// keepsFunction reports whether a library's method returns an object that is read lazily, and may run what it is passed then: a function, or,
// where the method compares elements later, these.
func (a *Effects) keepsFunction(m classfile.Member) bool {
	return (platform.ComparesLater.Has(m) || TakesFunction(m)) && a.isReadLater(platform.ClassName(classfile.Return(m.Desc)))
}

// TakesFunction reports whether a parameter of a method is of a type by which a program passes a function: a functional interface of the
// platform's or of Kotlin's or, of other libraries, a type of their own.
func TakesFunction(m classfile.Member) bool {
	takes := platform.MentionsFunction(m.Desc) || strings.Contains(m.Desc, platform.Desc(platform.Comparator))
	classfile.EachParam(m.Desc, func(t string) {
		class := platform.ClassName(t)
		own := class != "" && !platform.IsPlatform(m.Class) && !platform.IsPlatform(class) && !platform.InKotlin(m.Class)
		takes = takes || own || platform.IsFunctionOfKotlin(class)
	})
	return takes
}
