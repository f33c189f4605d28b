package calibrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
)

// microbenchmark measures one pattern: the cost of a snippet, without what else the snippet does.
type microbenchmark struct {
	target pattern.ID // 0: only measured for the sake of others
	shape  string     // how the pattern appears, statement or expression; or the name of an auxiliary measurement
	times  float64    // how often a snippet executes the pattern; 1 if 0
	minus  []term     // what else a snippet does, in terms of other microbenchmarks
	vars   string     // local variables: name:type=value
	layout layout     // where the local variables are
	// alone says that the pushes of the snippet are what is measured, or consumed by nothing, and not parts of tiles.
	alone bool
	// variants of the snippet, measured together in equal parts: a branch taken and not taken, a byte[] and an int[].
	variants [][]string
}

// term is how often the quantity of another microbenchmark counts.
type term struct {
	key string
	n   float64
}

// Shapes. The paper measures statements: every operand is pushed for the pattern, and its result stored. In the middle
// of an expression the first operand is on the stack already, and the result stays there. Programs have both. What pushes
// and stores cost is subtracted from either (see terms).
const (
	statement  = "statement"
	expression = "expression"
)

// layout is where the local variables of a snippet are. The instructions of the first four have the variable in the
// opcode, and HotSpot runs a field access of the first, this, as one instruction with the push of it; the others name
// the variable in an operand, and HotSpot runs two such pushes as one.
type layout uint8

const (
	mixed layout = iota // both, in equal parts
	near                // from the first variable on
	far
)

// String begins the names of the shapes of the layout.
func (l layout) String() string { return [...]string{"", "near ", "far "}[l] }

// key names the microbenchmark: "Addition, int, Load/statement".
func (b *microbenchmark) key() string {
	if b.target == 0 {
		return b.shape
	}
	return b.target.String() + "/" + b.shape
}

func key(op pattern.Operation, t pattern.Type, s pattern.Size, shape string) string {
	return pattern.Of(op, t, s).String() + "/" + shape
}

func (b *microbenchmark) perSnippet() float64 {
	if b.times == 0 {
		return 1
	}
	return b.times
}

// dataType is a type of values on the operand stack.
type dataType struct {
	t            pattern.Type
	letter, desc string
	slots        int
}

var primitives = []dataType{
	{pattern.Int, "i", "I", 1}, {pattern.Long, "l", "J", 2}, {pattern.Float, "f", "F", 1}, {pattern.Double, "d", "D", 2},
	{pattern.Reference, "a", "Ljava/lang/Object;", 1},
}

var (
	intType, longType, floatType, doubleType = primitives[0], primitives[1], primitives[2], primitives[3]
	referenceType                            = primitives[4]
	numeric                                  = primitives[:4]
)

func typeOfLetter(letter string) (dataType, bool) {
	for _, t := range primitives {
		if t.letter == letter {
			return t, true
		}
	}
	return dataType{}, false
}

// initial returns the instructions that push a variable's initial value: a number, or for references null, new
// (an object of the data class), many (one of the class with many interfaces), exception, or an array "int:8" of the element type and length.
func (t dataType) initial(value string) []string {
	if value == "" {
		value = "0"
	}
	switch t.t {
	case pattern.Int:
		return []string{"ldc int " + value}
	case pattern.Float:
		return []string{"ldc float " + value}
	case pattern.Long:
		return []string{"ldc2_w long " + value}
	case pattern.Double:
		return []string{"ldc2_w double " + value}
	}
	kind, length, array := strings.Cut(value, ":")
	switch {
	case array && arrayTypes[kind] != 0:
		return []string{"ldc int " + length, "newarray " + kind}
	case array:
		return []string{"ldc int " + length, "anewarray " + kind}
	case value == "new":
		return []string{"new " + dataClass, "dup", "invokespecial " + dataClass + ".<init> ()V"}
	case value == "many":
		return []string{"new " + manyClass, "dup", "invokespecial " + manyClass + ".<init> ()V"}
	case value == "exception":
		return []string{"new java/lang/RuntimeException", "dup", "invokespecial java/lang/RuntimeException.<init> ()V"}
	}
	return []string{"aconst_null"}
}

// constant and pooled return the instructions that push a value other than 0: from the instruction, and from the
// constant pool (none for references).
func (t dataType) constant() string {
	return map[string]string{"i": "iconst_3", "l": "lconst_1", "f": "fconst_2", "d": "dconst_1", "a": "aconst_null"}[t.letter]
}

func (t dataType) pooled() (string, pattern.Size) {
	switch t.t {
	case pattern.Int:
		return "ldc int 100003", pattern.Bits32
	case pattern.Float:
		return "ldc float 2.5", pattern.Bits32
	case pattern.Long:
		return "ldc2_w long 100003", pattern.Bits64
	case pattern.Double:
		return "ldc2_w double 2.5", pattern.Bits64
	}
	return "", pattern.NoSize
}

// pushes returns the ways to push a value that is not computed; the first local variable stands for Load.
func (t dataType) pushes() map[pattern.Size]string {
	m := map[pattern.Size]string{pattern.Load: t.letter + "load 0", pattern.Constant: t.constant()}
	if p, size := t.pooled(); size != pattern.NoSize {
		m[size] = p
	}
	return m
}

// sizes of the operands of this type, in order.
func (t dataType) sizes() []pattern.Size {
	s := []pattern.Size{pattern.Load, pattern.Constant}
	if _, size := t.pooled(); size != pattern.NoSize {
		s = append(s, size)
	}
	return s
}

// operation says what is measured of one pattern.
type operation struct {
	target pattern.ID
	name   string // tells operations of one pattern apart
	ways   []way  // measured in equal parts
	first  dataType
	result dataType // letter "" for none
	vars   string
	keep   bool // the first operand is what gives the pattern its size: never left on the stack by something else
}

// way is one way to execute an operation: the push of its first operand ("" for none), and the rest.
type way struct {
	first string
	do    []string
}

// ahead is how many first operands are on the stack at once when an operation is measured as an expression.
const ahead = 4

// measure returns the operation's microbenchmarks: as a statement and as an expression.
func (o operation) measure() []microbenchmark {
	vars := o.vars
	var store []string
	if o.result.letter != "" {
		vars += " result:" + o.result.letter
		store = []string{o.result.letter + "store {result}"}
	}
	var out []microbenchmark
	for _, at := range []layout{near, far} {
		s := microbenchmark{target: o.target, shape: o.name + at.String() + statement, vars: vars, layout: at}
		for _, w := range o.ways {
			s.variants = append(s.variants, join([]string{w.first}, w.do, store))
		}
		if out = append(out, s); vars == "" {
			out[0].shape, out[0].layout = o.name+statement, mixed
			break
		}
	}
	preload := !o.keep && o.ways[0].first != ""
	if !preload && o.result.letter == "" {
		return out
	}
	// The first operands are pushed ahead, and the results dropped; that is subtracted.
	e := microbenchmark{target: o.target, shape: o.name + expression, times: ahead, vars: o.vars}
	var drop string
	if o.result.letter != "" {
		e.minus = append(e.minus, term{"pop", ahead})
		drop = "pop"
		if o.result.slots == 2 {
			drop = "pop2"
		}
	}
	for _, w := range o.ways {
		var lines []string
		if preload {
			for range ahead {
				lines = append(lines, w.first)
			}
		}
		for i := range ahead {
			if !preload {
				lines = append(lines, w.first)
			}
			for _, l := range w.do { // every repetition has its own label
				lines = append(lines, strings.ReplaceAll(l, "next", fmt.Sprintf("next%d", i)))
			}
			lines = append(lines, drop)
		}
		e.variants = append(e.variants, lines)
	}
	return append(out, e)
}

func join(parts ...[]string) []string {
	var out []string
	for _, p := range parts {
		for _, l := range p {
			if l != "" {
				out = append(out, l)
			}
		}
	}
	return out
}

// benchmarks returns all microbenchmarks, those that others subtract before these.
func benchmarks() []microbenchmark {
	out := []microbenchmark{{shape: baseline}}
	out = append(out, stackBenchmarks()...)
	for _, o := range slices.Concat(arithmetic(), branches(), memory(), costliestChecks()) {
		out = append(out, o.measure()...)
	}
	return append(out, calls()...)
}

// baseline is the empty loop.
const baseline = "baseline"
