package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

const streamPackage = "java/util/stream/"

var (
	// streamResults are the operations that compute a result of all elements.
	streamResults = []string{"collect", "count", "toArray", "reduce", "min", "max", "anyMatch", "allMatch", "noneMatch", "findFirst", "findAny", "toList", "sum", "average"}
	// streamStages are those that make another stream.
	streamStages = []string{
		"filter", "map", "mapToInt", "mapToLong", "mapToDouble", "mapToObj", "boxed", "asLongStream", "asDoubleStream", "distinct", "sorted", "limit", "skip", "takeWhile", "dropWhile", "parallel",
		"sequential", "unordered",
	}
	// streamSources are static methods, by class, that make a stream of what they are given. A collection's stream is none: to read a list
	// that is given may load it.
	streamSources = map[string][]string{
		streamPackage + "Stream": {"of", "empty", "ofNullable"}, streamPackage + "IntStream": {"of", "range", "rangeClosed", "empty"}, streamPackage + "LongStream": {"of", "range", "rangeClosed", "empty"},
		streamPackage + "DoubleStream": {"of", "empty"}, "java/util/Arrays": {"stream"},
	}
	// textStreams are the methods of strings that make a stream of what is in them.
	textStreams = []string{"chars", "codePoints", "lines"}
	// functionMakers are classes whose static methods make functions, of the functions that they are given.
	functionMakers = []string{streamPackage + "Collectors", "java/util/Comparator", "java/util/function/Function", "java/util/function/UnaryOperator", "java/util/function/Predicate"}
)

// streamResultNames are streamResults as Needs has them.
func streamResultNames() (out []string) {
	for _, class := range []string{"Stream", "IntStream", "LongStream", "DoubleStream"} {
		out = append(out, methodsOf(streamPackage+class, streamResults...)...)
	}
	return out
}

// streamChain is how many stages and functions of a stream are looked at.
const streamChain = 50

// functionLimit bounds the functions that are looked at.
type functionLimit struct {
	left  int // functions and stages of the call
	depth int // of the calls between the method of the finding and the one that makes them
}

// onlyStreams reports whether a call computes the result of a stream that runs no code but functions that do nothing else than compute.
func (m *Method) onlyStreams(v ssa.ID, c classfile.Member) bool {
	if !strings.HasPrefix(c.Class, streamPackage) || !slices.Contains(streamResults, c.Name) {
		return false
	}
	f := m.Func()
	limit := &functionLimit{left: streamChain}
	for {
		args := f.Args(v)
		if slices.Contains(streamSources[c.Class], c.Name) && f.Values[v].Op == classfile.OpInvokestatic || c.Class == stringClass && slices.Contains(textStreams, c.Name) {
			return true
		}
		if f.Values[v].Op != classfile.OpInvokeinterface || slices.ContainsFunc(args[1:], func(a ssa.ID) bool { return !m.onlyFunction(a, limit) }) {
			return false
		}
		if v = args[0]; !f.IsCall(v) {
			return false
		}
		if c, _ = f.Member(v); slices.Contains(streamStages, c.Name) && !strings.HasPrefix(c.Class, streamPackage) {
			return false
		} else if limit.left--; limit.left < 0 || !slices.Contains(streamStages, c.Name) && !slices.Contains(streamSources[c.Class], c.Name) && c.Class != stringClass {
			return false
		}
	}
}

// runsFunctions reports whether a method is given functions.
func runsFunctions(c classfile.Member) bool { return strings.Contains(c.Desc, "Ljava/util/function/") }

// onlyFunctions reports whether what a call is given runs no code but functions that do nothing else than compute.
func (m *Method) onlyFunctions(v ssa.ID, c classfile.Member, depth int) bool {
	limit := &functionLimit{streamChain, depth}
	return !runsFunctions(c) || !slices.ContainsFunc(m.Func().Args(v)[1:], func(a ssa.ID) bool { return !m.onlyFunction(a, limit) })
}

// onlyFunction reports whether an argument of a stage is no function, or one that does nothing but compute its result.
func (m *Method) onlyFunction(a ssa.ID, limit *functionLimit) bool {
	f := m.Func()
	x := &f.Values[a]
	if limit.left--; limit.left < 0 {
		return false
	}
	switch {
	case x.Type != 'a':
		return true
	case x.Kind == ssa.Const:
		_, text := f.StringConstant(a)
		return text
	case x.Op == classfile.OpInvokedynamic:
		return m.computing(a, limit.depth)
	case f.IsCall(a) && x.Op == classfile.OpInvokestatic:
		c, _ := f.Member(a)
		return slices.Contains(functionMakers, c.Class) && !slices.ContainsFunc(f.Args(a), func(b ssa.ID) bool { return !m.onlyFunction(b, limit) })
	}
	return false
}

// computing reports whether a lambda or method reference does nothing but compute its result. depth is that of the method that makes it.
func (m *Method) computing(made ssa.ID, depth int) bool {
	class := m.Func().Method.Class
	c, ok := m.function(made)
	if !ok {
		return false
	}
	if c.Class != class.Name {
		_, computes := onlyComputes(c)
		return computes && !runsFunctions(c) && !m.Engine.isCollection(c.Class) || m.Engine.finalAbove(c) != "" || c.Name == "<init>" && isFilled(c.Class) ||
			(isPure(c) && !slices.Contains(raising, c.Name) || dependsOnArguments(c) && !rejects(c))
	}
	i := slices.IndexFunc(class.Methods, func(b classfile.Method) bool { return b.Name == c.Name && b.Desc == c.Desc })
	if i < 0 {
		return false
	}
	r := m.Engine.removableOf(&class.Methods[i], depth+1)
	return r != nil && r.fresh // what is given the function may fill what it returns
}
