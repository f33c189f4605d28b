package absint

import (
	"maps"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// maxRounds bounds how often the classes are gone through of which some keep a contract only if others do.
const maxRounds = 32

// offenders returns the classes outside of the platform that do not keep a contract, each with a method that may not.
func (a *Analyzer) offenders(c *contract) map[string]*classfile.Method {
	return memoize(&a.contracts, c, func() map[string]*classfile.Method {
		bad := map[string]*classfile.Method{}
		left := a.holders()
		// A method that delegates keeps the contract as long as nothing that it may delegate to breaks it: every round may
		// find classes that rest on one of the round before. Of long chains of them, the rest is given up.
		for round, found := 0, true; found; round++ {
			known := bad
			if round == maxRounds {
				known = nil
			}
			found = false
			left = slices.DeleteFunc(left, func(class string) bool {
				t := a.breaks(class, c, known)
				if t != nil {
					bad[class], found = t, true
				}
				return t != nil
			})
			found = found && c.sizes && round < maxRounds
		}
		return bad
	})
}

// holders returns the classes outside of the platform whose objects may be collections, texts or streams, sorted: those under
// analysis, and those of the class path that they name and that are not abstract.
func (a *Analyzer) holders() []string {
	found := map[string]bool{}
	for _, c := range a.Hierarchy.Classes() {
		if !platform(c.Name) && c.Access&(classfile.AccAbstract|classfile.AccInterface) == 0 {
			found[c.Name] = true
		}
		for i := 1; i < c.Pool.Len(); i++ {
			if c.Pool.Tag(i) != classfile.TagClass {
				continue
			}
			name := c.Pool.ClassName(i)
			if _, seen := found[name]; seen || name == "" || name[0] == '[' || platform(name) || a.Hierarchy.Analysed(name) {
				continue
			}
			k := a.Hierarchy.Lookup(name)
			found[name] = k != nil && k.Access&(classfile.AccAbstract|classfile.AccInterface) == 0
		}
	}
	maps.DeleteFunc(found, func(_ string, concrete bool) bool { return !concrete })
	return slices.Sorted(maps.Keys(found))
}

// proxied returns a method of the program that may run whatever is called on an object of an interface: the invoke of a
// java.lang.reflect.InvocationHandler. nil where there is none.
func (a *Analyzer) proxied() *classfile.Method {
	return memoize(&a.breaches, "proxied", func() *classfile.Method {
		run := &codeRun{}
		a.follow(run, nil, classfile.OpInvokeinterface, classfile.Member{
			Class: "java/lang/reflect/InvocationHandler", Name: "invoke",
			Desc: "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;", Interface: true,
		})
		if len(run.methods) == 0 {
			return nil
		}
		return run.methods[0]
	})
}
