package calibrate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
)

// The classes of the program that measures. It reads lines from its standard input: a benchmark's class, a number of
// iterations; it says ready, waits for a line, runs the benchmark, says done.
const (
	mainClass   = "energylint/Calibration"
	baseClass   = "energylint/Benchmark"
	dataClass   = "energylint/Data"
	lambdaClass = "energylint/Lambdas"
	manyClass   = "energylint/Many"
	readyMark   = "710001"
	doneMark    = "710002"
)

// unroll is how often the loop of a microbenchmark repeats its snippet. It is a multiple of twice the variants that
// any microbenchmark has, so that all count the same.
const unroll = 48

// counter is the local variable of the loop's counter, and firstFar the first of the second layout.
const (
	counter  = 23
	firstFar = counter + 1
)

// program returns the class files of the harness and of the microbenchmarks, by class name.
func program(benchmarks []microbenchmark) (map[string][]byte, error) {
	files := make(map[string][]byte)
	var errs []error
	add := func(c *class) {
		b, err := c.bytes()
		if err != nil {
			errs = append(errs, err)
		}
		files[c.name] = b
	}
	add(harness())
	base := newClass(baseClass, "java/lang/Object", accPublic|accSuper|accAbstract)
	base.constructor()
	base.method(accPublic|accAbstract, "run", "(I)V", nil)
	add(base)
	for _, c := range dataClasses() {
		add(c)
	}
	for i := range benchmarks {
		c, err := benchmarks[i].class(className(i))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", benchmarks[i].key(), err))
			continue
		}
		add(c)
	}
	return files, errors.Join(errs...)
}

func className(i int) string { return "energylint/B" + strconv.Itoa(i) }

// harness is the main class.
func harness() *class {
	c := newClass(mainClass, "java/lang/Object", accPublic|accSuper)
	m := c.code(6, 5)
	say := func(mark string) {
		m.emit("getstatic java/lang/System.out Ljava/io/PrintStream;", "ldc int "+mark,
			"invokevirtual java/io/PrintStream.println (I)V",
			"getstatic java/lang/System.out Ljava/io/PrintStream;", "invokevirtual java/io/PrintStream.flush ()V")
	}
	// For meters that watch the process from outside: they can see a call of JVM_TotalMemory.
	tick := func() {
		m.emit("invokestatic java/lang/Runtime.getRuntime ()Ljava/lang/Runtime;",
			"invokevirtual java/lang/Runtime.totalMemory ()J", "pop2")
	}
	const readLine = "invokevirtual java/io/BufferedReader.readLine ()Ljava/lang/String;"
	m.emit("new java/io/BufferedReader", "dup", "new java/io/InputStreamReader", "dup",
		"getstatic java/lang/System.in Ljava/io/InputStream;",
		"invokespecial java/io/InputStreamReader.<init> (Ljava/io/InputStream;)V",
		"invokespecial java/io/BufferedReader.<init> (Ljava/io/Reader;)V", "astore 1",
		"next:",
		"aload 1", readLine, "astore 2", "aload 2", "ifnull end",
		"aload 2", "invokestatic java/lang/Class.forName (Ljava/lang/String;)Ljava/lang/Class;",
		"invokevirtual java/lang/Class.newInstance ()Ljava/lang/Object;", "checkcast "+baseClass, "astore 3",
		"aload 1", readLine, "invokestatic java/lang/Integer.parseInt (Ljava/lang/String;)I", "istore 4",
		// Once before, so that everything is linked.
		"aload 3", "iconst_1", "invokevirtual "+baseClass+".run (I)V",
		"invokestatic java/lang/System.gc ()V")
	say(readyMark)
	m.emit("aload 1", readLine, "pop")
	tick()
	m.emit("aload 3", "iload 4", "invokevirtual "+baseClass+".run (I)V")
	tick()
	say(doneMark)
	m.emit("goto next", "end:", "return")
	c.method(accPublic|accStatic, "main", "([Ljava/lang/String;)V", m)
	return c
}

// dataClasses are the classes whose objects the microbenchmarks use: as in Nyholm et al. 2025, section 4.2, a class
// with one field per primitive type; ours has one of a reference too, and one that is never set.
func dataClasses() []*class {
	i := newClass("energylint/Callable", "java/lang/Object", accPublic|accInterface|accAbstract)
	i.method(accPublic|accAbstract, "call", "()V", nil)

	d := newClass(dataClass, "java/lang/Object", accPublic|accSuper)
	d.interfaces = []string{"energylint/Callable"}
	for _, t := range primitives {
		d.field(accPublic, "f"+t.letter, t.desc)
		d.field(accPublic|accStatic, "s"+t.letter, t.desc)
	}
	d.constructor()
	empty := func(access int, name, desc string, locals int) {
		body := d.code(1, locals)
		body.emit("return")
		d.method(access, name, desc, body)
	}
	empty(accPublic, "call", "()V", 1)
	empty(accPublic, "method", "()V", 1)
	empty(accPublic|accFinal, "finalMethod", "()V", 1)
	empty(accPublic|accStatic, "function", "()V", 0)
	empty(accPublic|accStatic, "functionWithVariables", "()V", variables)
	empty(accPublic|accStatic|accSynchronized, "synchronizedFunction", "()V", 0)
	empty(accPublic|accSynchronized, "synchronizedMethod", "()V", 1)
	empty(accPublic, "methodWithVariables", "()V", 1+variables)
	for _, t := range primitives {
		empty(accPublic|accStatic, "take", "("+strings.Repeat(t.desc, arguments)+")V", arguments*t.slots)
		for size, push := range t.pushes() {
			if size == pattern.Load {
				// The value is an argument: the first local variable.
				body := d.code(t.slots, t.slots)
				body.emit(t.letter+"load 0", t.letter+"return")
				d.method(accPublic|accStatic, "give"+size.String(), "("+t.desc+")"+t.desc, body)
				continue
			}
			body := d.code(t.slots, 0)
			body.emit(push, t.letter+"return")
			d.method(accPublic|accStatic, "give"+strings.ReplaceAll(size.String(), "-", ""), "()"+t.desc, body)
		}
	}
	thrower := d.code(1, 1)
	thrower.emit("aload 0", "athrow")
	d.method(accPublic|accStatic, "raise", "(Ljava/lang/RuntimeException;)V", thrower)
	deep := d.code(1, 1)
	deep.emit("aload 0", "invokestatic "+dataClass+".raise (Ljava/lang/RuntimeException;)V", "return")
	d.method(accPublic|accStatic, "raiseDeep", "(Ljava/lang/RuntimeException;)V", deep)
	// invokedynamic needs a newer class file, whose methods have no branches so that they need no StackMapTable.
	l := newClass(lambdaClass, "java/lang/Object", accPublic|accSuper)
	for _, desc := range []string{"()", "(L" + dataClass + ";)"} {
		site := l.invokeDynamic("call", desc+"Lenergylint/Callable;", "()V", lambdaClass+".body", desc+"V")
		name, load, locals := "constant", "", 0
		if desc != "()" {
			name, load, locals = "capture", "aload 0", 1
		}
		body := l.code(1, locals)
		body.emit(load, "invokedynamic "+strconv.Itoa(site), "areturn")
		l.method(accPublic|accStatic, name, desc+"Lenergylint/Callable;", body)
		implementation := l.code(0, locals)
		implementation.emit("return")
		l.method(accPublic|accStatic, "body", desc+"V", implementation)
	}
	return append([]*class{i, d, l}, classWithInterfaces()...)
}

// interfaces is how many interfaces the class has that measures type checks at their costliest: as many as collections of
// the JDK have, those of their superclasses included.
const interfaces = 8

// manyInterface is the name of one of them.
func manyInterface(i int) string { return "energylint/Interface" + strconv.Itoa(i) }

// classWithInterfaces returns a class with many interfaces, and these.
func classWithInterfaces() []*class {
	many := newClass(manyClass, "java/lang/Object", accPublic|accSuper)
	many.constructor()
	out := []*class{many}
	for k := range interfaces {
		many.interfaces = append(many.interfaces, manyInterface(k))
		out = append(out, newClass(manyInterface(k), "java/lang/Object", accPublic|accInterface|accAbstract))
	}
	return out
}

// class assembles a microbenchmark: a loop of n iterations around the unrolled snippet.
func (b *microbenchmark) class(name string) (*class, error) {
	c := newClass(name, baseClass, accPublic|accSuper)
	c.constructor()
	run := c.code(2, 2)
	run.emit("iload 1", "invokestatic "+name+".loop (I)V", "return")
	c.method(accPublic, "run", "(I)V", run)

	vars, err := parseVars(b.vars)
	if err != nil {
		return nil, err
	}
	places := []map[string]int{place(vars, 0), place(vars, firstFar)}
	if len(vars) > 0 && places[0]["#end"] > counter {
		return nil, errors.New("too many local variables")
	}
	m := c.code(64, max(firstFar, places[1]["#end"]))
	count := strconv.Itoa(counter)
	m.emit("iload 0", "istore "+count)
	for _, at := range places {
		for _, v := range vars {
			m.emit(v.t.initial(v.value)...)
			m.emit(v.t.letter + "store " + strconv.Itoa(at[v.name]))
		}
	}
	m.emit("goto test", "body:")
	for i := range unroll {
		if len(b.variants) == 0 {
			break
		}
		at := places[0]
		if b.layout == far || b.layout == mixed && i/len(b.variants)%2 == 1 {
			at = places[1]
		}
		m.snippet(substitute(b.variants[i%len(b.variants)], at, c)...)
	}
	m.scope = 0
	m.emit("iinc "+count+" -1", "test:", "iload "+count, "ifgt body", "return")
	c.method(accPublic|accStatic, "loop", "(I)V", m)
	return c, c.err
}

// variable is a local variable of a microbenchmark.
type variable struct {
	name, value string
	t           dataType
}

// parseVars reads "a:i=7 b:i=3": name, letter of the type, initial value.
func parseVars(s string) ([]variable, error) {
	var out []variable
	for _, f := range strings.Fields(s) {
		name, rest, ok := strings.Cut(f, ":")
		letter, value, _ := strings.Cut(rest, "=")
		t, known := typeOfLetter(letter)
		if !ok || !known {
			return nil, fmt.Errorf("%q is no variable", f)
		}
		out = append(out, variable{name, value, t})
	}
	return out, nil
}

// place gives variables their places, from first on.
func place(vars []variable, first int) map[string]int {
	at := make(map[string]int, len(vars)+1)
	for _, v := range vars {
		at[v.name] = first
		first += v.t.slots
	}
	at["#end"] = first
	return at
}

// substitute writes the places of variables for {name}.
func substitute(lines []string, at map[string]int, c *class) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		for open := strings.IndexByte(l, '{'); open >= 0; open = strings.IndexByte(l, '{') {
			name, rest, _ := strings.Cut(l[open+1:], "}")
			n, ok := at[name]
			if !ok {
				c.fail("no variable %q", name)
			}
			l = l[:open] + strconv.Itoa(n) + rest
		}
		out[i] = l
	}
	return out
}
