package calibrate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/fit"
)

// arguments is how many arguments a call has that measures what one costs.
const arguments = 4

// variables is how many local variables, which the virtual machine clears when it enters, a called method has in the
// second of two shapes of a call; in the first it has its arguments only.
const variables = 4

// zeroedBytes is the length of the arrays that measure zeroing, and zeroings how many patterns of 64 bytes that is
// beyond the first.
const (
	zeroedBytes = 4096
	zeroings    = zeroedBytes/64 - 1
)

// calls are the microbenchmarks of more than one pattern: each subtracts the others.
func calls() []microbenchmark {
	var (
		staticCall = pattern.Of(pattern.StaticMethodCall, pattern.NoType, pattern.SizeReference)
		voidReturn = pattern.Of(pattern.VoidReturn, pattern.Int, pattern.Load)
		receiver   = term{key(pattern.Argument, pattern.Reference, pattern.Load, statement), 1}
		called     = term{staticCall.String() + "/" + statement, 1}
		copied     = pattern.Of(pattern.StackOperation, pattern.Int, pattern.Load)
		returned   = term{voidReturn.String() + "/" + statement, 1}
	)
	call := []string{"invokestatic " + dataClass + ".function ()V"}
	out := []microbenchmark{
		// No program calls without returning: only the sum matters, and each is given half of it.
		{target: staticCall, shape: statement, times: 2, variants: [][]string{call}},
		{target: voidReturn, shape: statement, times: 2, variants: [][]string{call}},
		{target: staticCall, shape: "with variables " + statement, minus: []term{returned}, variants: [][]string{{"invokestatic " + dataClass + ".functionWithVariables ()V"}}},
	}
	for _, t := range primitives {
		for _, size := range t.sizes() {
			push := t.letter + "load {a}"
			if size != pattern.Load {
				push = t.pushes()[size]
			}
			lines := append(slices.Repeat([]string{push}, arguments), "invokestatic "+dataClass+".take ("+strings.Repeat(t.desc, arguments)+")V")
			b := microbenchmark{target: pattern.Of(pattern.Argument, t.t, size), shape: statement, times: arguments, minus: []term{called, returned},
				vars: "a:" + t.letter + "=7", variants: [][]string{lines}}
			out = append(out, b)
			give := "give" + strings.ReplaceAll(size.String(), "-", "")
			r := microbenchmark{target: pattern.Of(pattern.ReturnStatement, t.t, size), shape: statement, vars: "a:" + t.letter + "=7 result:" + t.letter,
				minus: append([]term{called}, partTerms(pattern.Of(pattern.OperandPush, t.t, size), near, 1)...)} // the push of what is returned
			if size == pattern.Load {
				r.minus = append(slices.Clone(r.minus), term{b.target.String() + "/" + statement, 1})
				r.variants = [][]string{{push, "invokestatic " + dataClass + "." + give + " (" + t.desc + ")" + t.desc, t.letter + "store {result}"}}
			} else {
				r.variants = [][]string{{"invokestatic " + dataClass + "." + give + " ()" + t.desc, t.letter + "store {result}"}}
			}
			out = append(out, r)
		}
		for _, a := range arrays[t.t] {
			bytes := map[string]int{"int": 4, "byte": 1, "char": 2, "short": 2, "long": 8, "float": 4, "double": 8, "java/lang/Object": 4}[a[0]]
			out = append(out, microbenchmark{target: pattern.Of(pattern.ArrayZeroing, t.t, pattern.Constant), shape: a[0] + " " + statement, times: zeroings,
				minus: sum(pattern.ArrayAllocation, t.t, pattern.Constant, 1), vars: "result:a",
				variants: [][]string{{"sipush " + strconv.Itoa(zeroedBytes/bytes), newArray(a[0]), "astore {result}"}}})
		}
	}
	out = append(out, multidimensional()...)
	object := "a:a=new"
	invoke := func(op pattern.Operation, shape, line string) microbenchmark {
		return microbenchmark{target: pattern.Of(op, pattern.NoType, pattern.SizeReference), shape: shape + statement, minus: []term{receiver, returned},
			vars: object, variants: [][]string{{"aload {a}", line}}}
	}
	// An object's constructor and that of its superclass: two calls without a dispatch.
	constructor := microbenchmark{target: pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference), shape: "constructor " + statement, times: 2, vars: "result:a",
		minus: slices.Concat(sum(pattern.ObjectAllocation, pattern.Reference, pattern.Load, 1), []term{{copied.String() + "/dup", 1}, {receiver.key, 2}, {returned.key, 2}},
			partTerms(pattern.Of(pattern.OperandPush, pattern.Reference, pattern.Load), near, 1)),
		variants: [][]string{{"new " + dataClass, "dup", "invokespecial " + dataClass + ".<init> ()V", "astore {result}"}}}
	lambda := func(op pattern.Operation, name, argument string, minus ...term) microbenchmark {
		lines := []string{"invokestatic " + lambdaClass + "." + name + " ()Lenergylint/Callable;", "astore {result}"}
		if argument != "" {
			lines = []string{"aload {a}", "invokestatic " + lambdaClass + "." + name + " (L" + dataClass + ";)Lenergylint/Callable;", "astore {result}"}
		}
		return microbenchmark{target: pattern.Of(op, pattern.NoType, pattern.SizeReference), shape: statement,
			minus: append([]term{called, {key(pattern.ReturnStatement, pattern.Reference, pattern.Constant, statement), 1}}, minus...),
			vars:  object + " result:a", variants: [][]string{lines}}
	}
	var (
		declared   = sum(pattern.VariableDeclaration, pattern.Reference, pattern.Load, 1)
		throw      = pattern.Of(pattern.Throw, pattern.NoType, pattern.SizeReference)
		thrown     = term{throw.String() + "/" + statement, 1}
		unwind     = pattern.Of(pattern.Unwind, pattern.NoType, pattern.SizeReference)
		caught     = []string{"end:", "goto after", "handler:", "astore {result}", "after:", ".catch begin end handler"}
		raise      = " (Ljava/lang/RuntimeException;)V"
		exception  = "a:a=exception result:a"
		subroutine = pattern.Of(pattern.Subroutine, pattern.Int, pattern.Load)
		pushed     = func(n float64) []term { // of the called method's argument
			return partTerms(pattern.Of(pattern.OperandPush, pattern.Reference, pattern.Load), near, n)
		}
	)
	out = append(out,
		invoke(pattern.NonStaticMethodCall, "", "invokevirtual "+dataClass+".method ()V"),
		invoke(pattern.NonStaticMethodCall, "with variables ", "invokevirtual "+dataClass+".methodWithVariables ()V"),
		invoke(pattern.NonStaticMethodCall, "final ", "invokevirtual "+dataClass+".finalMethod ()V"),
		constructor,
		invoke(pattern.InterfaceCall, "", "invokeinterface energylint/Callable.call ()V"),
		lambda(pattern.DynamicCall, "constant", ""),
		lambda(pattern.DynamicCreation, "capture", "a", append(pushed(1), receiver, receiver)...),
		microbenchmark{target: throw, shape: statement, minus: declared, vars: exception,
			variants: [][]string{slices.Concat([]string{"begin:", "aload {a}", "athrow"}, caught[0:1], caught[2:])}},
		microbenchmark{target: unwind, shape: statement, minus: slices.Concat([]term{called, receiver, thrown}, pushed(1), declared), vars: exception,
			variants: [][]string{slices.Concat([]string{"begin:", "aload {a}", "invokestatic " + dataClass + ".raise" + raise}, caught)}},
		microbenchmark{target: unwind, shape: "two frames", times: 2, minus: slices.Concat([]term{{called.key, 2}, {receiver.key, 2}, thrown}, pushed(2), declared), vars: exception,
			variants: [][]string{slices.Concat([]string{"begin:", "aload {a}", "invokestatic " + dataClass + ".raiseDeep" + raise}, caught)}},
		microbenchmark{target: subroutine, shape: statement, times: 2, vars: "r:a",
			minus:    append([]term{{key(pattern.ElseBranch, pattern.Int, pattern.Load, statement), 1}}, declared...),
			variants: [][]string{{"jsr sub", "goto after", "sub:", "astore {r}", "ret {r}", "after:"}}},
	)
	return append(out, monitors(called, returned, receiver)...)
}

// multidimensional are arrays of arrays, each of one element: an outer one of references and an inner one.
func multidimensional() []microbenchmark {
	var out []microbenchmark
	for _, size := range []pattern.Size{pattern.Load, pattern.Constant} {
		push := map[pattern.Size]string{pattern.Load: "iload {n}", pattern.Constant: "iconst_1"}[size]
		outer := pattern.Of(pattern.MultiArrayAllocation, pattern.Reference, size)
		make := func(t dataType, desc string, times float64, minus ...term) {
			out = append(out, microbenchmark{target: pattern.Of(pattern.MultiArrayAllocation, t.t, size), shape: statement, times: times, minus: minus,
				vars: "n:i=1 result:a", variants: [][]string{{push, push, "multianewarray [[" + desc + " 2", "astore {result}"}}})
		}
		make(referenceType, "Ljava/lang/Object;", 2)
		for _, t := range numeric {
			make(t, t.desc, 1, term{outer.String() + "/" + statement, 1})
		}
	}
	return out
}

// monitors are locks of a block, of another block inside of it, of an object that the thread has locked already, and those of
// synchronized methods, which the virtual machine locks itself.
func monitors(called, returned, receiver term) []microbenchmark {
	b := func(shape string, times float64, lines ...string) microbenchmark {
		return microbenchmark{target: pattern.Of(pattern.Monitor, pattern.Reference, pattern.Load), shape: shape + statement, times: times,
			vars: "a:a=new b:a=new", variants: [][]string{lines}}
	}
	static := b("static method ", 2, "invokestatic "+dataClass+".synchronizedFunction ()V")
	static.minus = []term{called, returned}
	method := b("method ", 2, "aload {a}", "invokevirtual "+dataClass+".synchronizedMethod ()V")
	method.minus = []term{{key(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference, statement), 1}, receiver, returned}
	return []microbenchmark{
		b("", 2, "aload {a}", "monitorenter", "aload {a}", "monitorexit"),
		b("nested ", 4, "aload {a}", "monitorenter", "aload {b}", "monitorenter", "aload {b}", "monitorexit", "aload {a}", "monitorexit"),
		b("again ", 4, "aload {a}", "monitorenter", "aload {a}", "monitorenter", "aload {a}", "monitorexit", "aload {a}", "monitorexit"),
		static, method,
		// Locked again below another lock, an object needs a lock of the operating system's kind, which it keeps.
		b(fit.Costliest+"inflated ", 6, "aload {a}", "monitorenter", "aload {b}", "monitorenter", "aload {a}", "monitorenter",
			"aload {a}", "monitorexit", "aload {b}", "monitorexit", "aload {a}", "monitorexit"),
	}
}
