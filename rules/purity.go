package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// function is what is known of a method of the program whose result depends on its arguments and on what it reads, and that
// does nothing else. Sound because every instruction that is not known to be harmless, and every call that can run anything but
// such a method or a library method of harmlessCalls, makes it none.
type function struct {
	fields []classfile.Member // that it reads and that are not final
	arrays bool               // it reads elements of arrays that it does not make
	heavy  bool               // it has a loop, or calls a library method that is worth a variable
}

// purityDepth bounds the calls that are followed.
const purityDepth = 4

// functionOf returns what is known of a method, nil where it may do something else than compute its result.
func (e *Engine) functionOf(cm *classfile.Method, depth int) *function {
	result := classfile.Return(cm.Desc)
	if depth > purityDepth || !cm.HasCode() || cm.Access&classfile.AccSynchronized != 0 || !e.Program.Analysed(cm.Class.Name) || len(result) > 1 && result != stringDesc || result == "V" {
		return nil
	}
	return e.computations.of(computation{cm, depth}, func() *function { return e.readComputation(cm, depth) })
}

// computation is a method that is asked about at a depth of calls.
type computation struct {
	method *classfile.Method
	depth  int
}

// readComputation is functionOf of a method by its instructions.
func (e *Engine) readComputation(cm *classfile.Method, depth int) *function {
	if code, err := cm.Code(); err != nil || code == nil || storesOrLocks(code) {
		return nil
	}
	m := e.reader(cm)
	if m == nil {
		return nil
	}
	out := &function{heavy: len(m.Graph().Loops) > 0}
	for v := range m.Instructions() {
		if !m.computes(v, out, depth) {
			return nil
		}
	}
	return out
}

// computedBy returns the method that a call runs, where that is certainly one of the program alone; else nil.
func (e *Engine) computedBy(caller *classfile.Class, op classfile.Op, c classfile.Member) *classfile.Method {
	if e.opensDispatch(op, c.Class) {
		return nil
	}
	d := e.Program.Dispatch(caller, op, c.Class, c.Name, c.Desc)
	if len(d.Targets) != 1 || len(d.Lambdas) > 0 || !d.Complete {
		return nil
	}
	return d.Targets[0]
}

// opensDispatch reports whether a call on an object of a class may certainly run code that is not known, as its class is one of the
// library that others may extend. Where that goes, which may be thousands of methods, is then not worth finding out.
func (e *Engine) opensDispatch(op classfile.Op, class string) bool {
	if op != classfile.OpInvokevirtual && op != classfile.OpInvokeinterface || e.Program.Analysed(class) {
		return false
	}
	c := e.Program.Lookup(class)
	if c == nil {
		return true
	}
	_, sealed := c.PermittedSubclasses()
	return c.Access&classfile.AccFinal == 0 && !sealed
}

// heavyComputation returns the other method of the program that computes the result of a call, where it may be worth a variable; else nil.
func (e *Engine) heavyComputation(caller *classfile.Method, op classfile.Op, c classfile.Member, depth int) *classfile.Method {
	if t := e.computedBy(caller.Class, op, c); t != nil && t != caller && e.mayBeHeavy(t, depth) {
		return t
	}
	return nil
}

// mayBeHeavy reports whether functionOf of a method at a depth of calls may be heavy, as its instructions show: it stores to no field,
// and has a loop or calls what may be heavy.
func (e *Engine) mayBeHeavy(cm *classfile.Method, depth int) bool {
	if depth > purityDepth || !e.Program.Analysed(cm.Class.Name) {
		return false
	}
	return e.mayBeHeavyAt.of(computation{cm, depth}, func() bool { return e.readsHeavy(cm, depth) })
}

// readsHeavy is mayBeHeavy of a method that was not asked for.
func (e *Engine) readsHeavy(cm *classfile.Method, depth int) bool {
	code, err := cm.Code()
	if err != nil || code == nil || storesOrLocks(code) {
		return false
	}
	if mayLoop(code) {
		return true
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		op := code.Op(pc)
		if !op.IsCall() {
			continue
		}
		c, _ := cm.Class.Pool.Member(code.Index(pc))
		if isPure(c) {
			return true
		}
		if dependsOnArguments(c) {
			continue
		}
		if e.heavyComputation(cm, op, c, depth+1) != nil {
			return true
		}
	}
	return false
}

// mayLoop reports whether code may have a loop: something leads backward.
func mayLoop(code *classfile.Code) bool {
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if to, ok := code.Branch(pc); ok && to <= pc || leadsBack(code, pc) {
			return true
		}
	}
	return hasEarlyHandler(code)
}

// storesOrLocks reports whether code stores to a field or locks.
func storesOrLocks(code *classfile.Code) bool {
	return hasOp(code, func(op classfile.Op) bool {
		return op == classfile.OpPutfield || op == classfile.OpPutstatic || op == classfile.OpMonitorenter
	})
}

// computes reports whether an instruction does nothing but compute a value, and adds what it reads to out.
func (m *Method) computes(v ssa.ID, out *function, depth int) bool {
	f := m.Func()
	x := &f.Values[v]
	op := x.Op
	switch {
	case op == classfile.OpPutfield || op == classfile.OpPutstatic || op == classfile.OpMonitorenter || op == classfile.OpInvokedynamic && !m.concatenatesLeaves(v):
		return false
	case op >= classfile.OpIastore && op <= classfile.OpSastore:
		return m.madeHere(f.Args(v)[0])
	case op >= classfile.OpIaload && op <= classfile.OpSaload:
		out.arrays = out.arrays || !m.madeHere(f.Args(v)[0])
	case op == classfile.OpGetfield || op == classfile.OpGetstatic:
		if c, _ := f.Member(v); !m.final(c) {
			if !m.Engine.Program.Analysed(c.Class) || m.Engine.fieldFlags(c)&classfile.AccVolatile != 0 {
				return false
			}
			if !slices.Contains(out.fields, c) {
				out.fields = append(out.fields, c)
			}
		}
	case f.IsCall(v):
		return m.callsFunction(v, out, depth)
	}
	return true
}

// madeHere reports whether an array is one that the method makes.
func (m *Method) madeHere(v ssa.ID) bool {
	return m.makesArray(m.Strip(v))
}

// concatenatesLeaves reports whether an invokedynamic concatenates numbers and strings, which calls nothing of the program.
func (m *Method) concatenatesLeaves(v ssa.ID) bool {
	return m.byRecipe(v) != nil && m.onlyLeaves(v)
}

// onlyLeaves reports whether all arguments of an instruction are numbers and strings.
func (m *Method) onlyLeaves(v ssa.ID) bool {
	for _, a := range m.Func().Args(v) {
		if m.Func().Values[a].Type == 'a' && m.Func().Static(a) != stringDesc {
			return false
		}
	}
	return true
}

// callsFunction reports whether a call runs a method that only computes, and adds what that reads to out.
func (m *Method) callsFunction(v ssa.ID, out *function, depth int) bool {
	f := m.Func()
	c, _ := f.Member(v)
	if isPure(c) && m.onlyLeaves(v) {
		out.heavy = true
		return true
	}
	if dependsOnArguments(c) || c.Name == "valueOf" && c.Desc == "("+wrappers[c.Class].primitive+")L"+c.Class+";" {
		return true
	}
	target := m.Engine.computedBy(f.Method.Class, f.Values[v].Op, c)
	if target == nil || target == f.Method {
		return false
	}
	in := m.Engine.functionOf(target, depth+1)
	if in == nil {
		return false
	}
	out.heavy, out.arrays = out.heavy || in.heavy, out.arrays || in.arrays
	for _, field := range in.fields {
		if !slices.Contains(out.fields, field) {
			out.fields = append(out.fields, field)
		}
	}
	return true
}

// harmlessCalls are methods of the library, by class, that depend on their arguments alone and change nothing.
var harmlessCalls = map[string][]string{
	"java/lang/String": {"length", "charAt", "isEmpty", "isBlank", "equals", "hashCode", "codePointAt", "compareTo", "valueOf", "regionMatches", "toString"},
	"java/lang/Math": {"abs", "min", "max", "floor", "ceil", "round", "rint", "signum", "floorMod", "floorDiv", "toRadians", "toDegrees", "addExact", "subtractExact", "multiplyExact",
		"toIntExact", "negateExact"},
	"java/lang/Character": {"isDigit", "isLetter", "isLetterOrDigit", "isWhitespace", "isUpperCase", "isLowerCase", "toUpperCase", "toLowerCase", "getNumericValue", "digit", "isSurrogate", "charValue"},
	"java/lang/Integer":   {"bitCount", "compare", "max", "min", "signum", "numberOfLeadingZeros", "numberOfTrailingZeros", "highestOneBit", "rotateLeft", "rotateRight", "intValue"},
	"java/lang/Long":      {"bitCount", "compare", "max", "min", "signum", "numberOfLeadingZeros", "numberOfTrailingZeros", "highestOneBit", "rotateLeft", "rotateRight", "longValue"},
	"java/lang/Double":    {"compare", "isNaN", "isInfinite", "doubleToLongBits", "longBitsToDouble", "max", "min", "doubleValue"},
	"java/lang/Float":     {"compare", "isNaN", "floatToIntBits", "intBitsToFloat", "max", "min", "floatValue"},
}

// dependsOnArguments reports whether a call is one of harmlessCalls, with numbers and strings, or makes an exception.
func dependsOnArguments(c classfile.Member) bool {
	if c.Name == "<init>" && strings.HasPrefix(c.Class, "java/lang/") && strings.HasSuffix(c.Class, "Exception") {
		return true
	}
	if !slices.Contains(harmlessCalls[c.Class], c.Name) {
		return false
	}
	return c.Name != "valueOf" || !strings.HasPrefix(c.Desc, "(Ljava/lang/Object;") && !strings.HasPrefix(c.Desc, "([")
}
