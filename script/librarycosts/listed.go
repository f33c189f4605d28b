package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// listed is a method of methods.txt: unlike a probe, it can have several sizes, and what it copies, makes and calls
// back is traced, not told.
type listed struct {
	method, owner, name, desc string
	symbols                   []string // of the receiver and of each argument, "" for none
	receiver                  string   // the class that ran
	options                   map[string]string
	runs                      []*call
}

// call is one traced call.
type call struct {
	sample
	sizes     []float64
	callbacks map[string]float64 // by interface, tab, method
	unknown   bool               // copied bytes that the tracer could not see
	called    map[string]bool    // methods that ran, class.name
	dispatch  bool
	locks     bool
	system    map[string]float64 // native methods by the number of their calls
}

// effects are the patterns that one call of native code stands for, and how a basis says so.
type effects struct {
	text  string
	costs pattern.Counts
}

var systemCall = effects{"a system call as 12 calls, 4 monitor operations, 16 field reads and 16 field writes, the device behind it not in this", pattern.Counts{}.
	Add(pattern.Single(pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference), 12)).
	Add(pattern.Single(pattern.Of(pattern.Monitor, pattern.Reference, pattern.Load), 4)).
	Add(pattern.Single(pattern.Of(pattern.ObjectGetField, pattern.Long, pattern.Load), 16)).
	Add(pattern.Single(pattern.Of(pattern.ObjectPutField, pattern.Long, pattern.Load), 16))}

// stackWalk stands for Throwable.fillInStackTrace, which walks the whole stack: how deep it is nobody knows before.
var stackWalk = effects{"the native stack walk as 32 frames of two field reads, two array stores and a comparison each", pattern.Counts{}.
	Add(pattern.Single(pattern.Of(pattern.ObjectGetField, pattern.Long, pattern.Load), 64)).
	Add(pattern.Single(pattern.Of(pattern.ArrayStore, pattern.Long, pattern.Load), 64)).
	Add(pattern.Single(pattern.Of(pattern.IfEqualNumeric, pattern.Int, pattern.Load), 32))}

// nativeEffects returns what a native method stands for, if that is more than its call.
func nativeEffects(class, name string) (effects, bool) {
	switch class {
	case "java/lang/Throwable":
		if name == "fillInStackTrace" {
			return stackWalk, true
		}
	case "java/io/UnixFileSystem", "java/io/FileInputStream", "java/io/FileOutputStream", "java/io/RandomAccessFile",
		"java/io/FileDescriptor", "java/io/FileCleanable", "sun/nio/fs/UnixNativeDispatcher", "sun/nio/ch/FileDispatcherImpl", "sun/nio/ch/UnixFileDispatcherImpl":
		return systemCall, name != "initIDs" && name != "getHandle" && name != "getAppend"
	}
	return effects{}, false
}

func newListed(parts []string) *listed {
	l := &listed{method: parts[0], symbols: strings.Split(parts[2], ","), receiver: strings.ReplaceAll(parts[4], ".", "/"), options: map[string]string{}}
	for _, o := range split(parts[3]) {
		l.options[o[0]] = o[1]
	}
	open := strings.IndexByte(l.method, '(')
	dot := strings.LastIndexByte(l.method[:open], '.')
	l.owner, l.name, l.desc = l.method[:dot], l.method[dot+1:open], l.method[open:]
	return l
}

// start begins the run that a title names.
func (l *listed) start(sizes string) (*call, error) {
	r := &call{callbacks: map[string]float64{}, called: map[string]bool{}, system: map[string]float64{}}
	for _, s := range strings.Split(sizes, ",") {
		n, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil, err
		}
		r.sizes = append(r.sizes, n)
	}
	l.runs = append(l.runs, r)
	return r, nil
}

// line takes one line of a trace.
func (r *call) line(t *tiler, parts []string) error {
	n, err := strconv.ParseFloat(parts[len(parts)-1], 64)
	if err != nil {
		return err
	}
	switch {
	case parts[0] == "copy" && len(parts) == 2:
		r.counts = r.counts.Add(pattern.Single(pattern.Of(pattern.ArrayLoad, pattern.Long, pattern.Load), n/8))
		r.counts = r.counts.Add(pattern.Single(pattern.Of(pattern.ArrayStore, pattern.Long, pattern.Load), n/8))
	case parts[0] == "array":
		bytes, err := strconv.ParseFloat(parts[1], 64)
		if err != nil {
			return err
		}
		if bytes > 64 {
			r.counts = r.counts.Add(pattern.Single(pattern.Of(pattern.ArrayZeroing, pattern.Int, pattern.Constant), n*(bytes-64)/64))
		}
	case parts[0] == "callback":
		r.callbacks[parts[1]+"\t"+parts[2]] += n
	case parts[0] == "unknown":
		r.unknown = true
	default:
		pc, err := strconv.Atoi(parts[3])
		if err != nil {
			return err
		}
		r.called[parts[0]+"."+parts[1]] = true
		if err := t.add(&r.sample, parts[0], parts[1], parts[2], pc, n); err != nil {
			return err
		}
		if m, err := t.method(parts[0], parts[1], parts[2]); err == nil {
			r.look(t, m, pc, n)
		}
	}
	return nil
}

// look notes what makes a cost less certain.
func (r *call) look(t *tiler, m *method, pc int, n float64) {
	op := m.code.Op(pc)
	if m.access&classfile.AccSynchronized != 0 {
		r.locks = true
	}
	switch op {
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		r.dispatch = true
	}
	switch op {
	case classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokestatic:
		owner, name, desc := t.member(m, pc)
		c, err := t.class(owner)
		if err != nil {
			return
		}
		for i := range c.Methods {
			if x := &c.Methods[i]; x.Name == name && x.Desc == desc && x.Access&classfile.AccNative != 0 {
				if e, ok := nativeEffects(owner, name); ok {
					r.counts = r.counts.AddScaled(e.costs, n)
					r.system[e.text] += n
				}
			}
		}
	}
}

func (l *listed) kind() string {
	for _, r := range l.runs {
		if r.branches || r.hidden || r.unknown || r.dispatch || len(r.natives) > 0 {
			return "expected"
		}
	}
	if l.receiver != "" && l.receiver != l.owner || l.options["expected"] != "" {
		return "expected"
	}
	return "worst"
}

// cost fits a formula to the counts of each pattern.
func (l *listed) cost() []item {
	var ids []pattern.ID
	for _, r := range l.runs {
		for _, c := range r.counts {
			if !slices.Contains(ids, c.ID) {
				ids = append(ids, c.ID)
			}
		}
	}
	slices.Sort(ids)
	var out []item
	for _, id := range ids {
		if f := l.fit(func(r *call) float64 { return r.counts.Of(id) }); f != "0" {
			out = append(out, item{[3]string{id.Operation().String(), id.Type().String(), id.Size().String()}, f})
		}
	}
	slices.SortStableFunc(out, func(a, b item) int { return cmp.Compare(len(a.count), len(b.count)) })
	return out
}

// argument is an argument in a formula, with what is measured of it.
var argument = regexp.MustCompile(`\barg\d+(\.\w+)?`)

// fit returns a formula that is never below the observed counts. Numbers that may be negative count as 0 then: the
// analysis multiplies only what is not.
func (l *listed) fit(of func(*call) float64) string {
	return argument.ReplaceAllStringFunc(l.sum(of), func(s string) string {
		if strings.Contains(s, ".") {
			return s
		}
		return "max(0, " + s + ")"
	})
}

// sum returns a formula that is a sum over the sizes.
func (l *listed) sum(of func(*call) float64) string {
	highest, lowest := 0.0, math.Inf(1)
	for _, r := range l.runs {
		highest, lowest = max(highest, of(r)), min(lowest, of(r))
	}
	if highest == lowest || l.options["const"] != "" {
		return number(highest)
	}
	if l.options["log"] != "" {
		i := slices.IndexFunc(l.symbols, func(s string) bool { return s != "" })
		c := 0.0
		for _, r := range l.runs {
			c = max(c, of(r)/math.Log2(r.sizes[i]+1))
		}
		return number(c) + "*log2(" + l.symbols[i] + " + 1)"
	}
	if l.options["sort"] != "" {
		return l.sorted(of)
	}
	switch {
	case l.options["heap"] != "":
		return l.additions(of)
	case l.options["cube"] != "":
		return l.cube(of)
	}
	slopes := make([]float64, len(l.symbols))
	for i, s := range l.symbols {
		if s != "" {
			slopes[i] = l.slope(i, of)
		}
	}
	all := l.joint(slopes, of)
	constant := math.Inf(-1)
	for _, r := range l.runs {
		y := of(r) - all.at(r.sizes)
		for i, b := range slopes {
			y -= b * r.sizes[i]
		}
		constant = max(constant, y)
	}
	constant = math.Ceil(constant*1e2-1e-6) / 1e2
	var terms []string
	if constant > 0 {
		terms = append(terms, number(constant))
	}
	for i, b := range slopes {
		if b > 0 {
			terms = append(terms, number(b)+"*"+l.symbols[i])
		}
	}
	if all.factor > 0 {
		terms = append(terms, all.String())
	}
	if len(terms) == 0 {
		return "0"
	}
	f := strings.Join(terms, " + ")
	if constant < 0 && !(all.factor > 0 && all.product) { // the analysis has no maximum of a product
		f = "max(0, " + f + " - " + number(-constant) + ")"
	}
	return f
}

// sorted returns a formula for a method that sorts: the counts at the smallest traced size, which hold below it, too, and what grows
// from there on with the comparisons.
func (l *listed) sorted(of func(*call) float64) string {
	i := slices.IndexFunc(l.symbols, func(s string) bool { return s != "" })
	smallest := slices.MinFunc(l.runs, func(a, b *call) int { return cmp.Compare(a.sizes[i], b.sizes[i]) })
	constant, factor := of(smallest), 0.0
	for _, r := range l.runs {
		if r != smallest {
			factor = max(factor, (of(r)-constant)/(r.sizes[i]*math.Log2(r.sizes[i])))
		}
	}
	constant = math.Ceil(constant*1e2-1e-6) / 1e2
	factor = math.Ceil(factor*1e4-1e-6) / 1e4
	f := number(factor) + "*" + l.symbols[i] + "*log2(" + l.symbols[i] + ")"
	switch {
	case factor == 0:
		return number(constant)
	case constant > 0:
		f = number(constant) + " + " + f
	}
	return f
}

// leastSteep is by how many counts the last size must be above the line through the first two for a method to grow faster
// than its size: less is a buffer that grows.
const leastSteep = 28

// slope returns by how much counts grow with size i. Counts that rise and fall, as where hash codes meet, do not.
func (l *listed) slope(i int, of func(*call) float64) float64 {
	var at [][2]float64
	for _, r := range l.runs {
		others := true
		for j, n := range r.sizes {
			others = others && (j == i || n == l.runs[0].sizes[j])
		}
		if others {
			at = append(at, [2]float64{r.sizes[i], of(r)})
		}
	}
	if len(at) < 3 || at[2][1] <= at[0][1] || at[1][1] < at[0][1] || at[2][1] < at[1][1] {
		return 0
	}
	b := (at[2][1] - at[0][1]) / (at[2][0] - at[0][0])
	middle := (at[1][1] - at[0][1]) / (at[1][0] - at[0][0])
	span := at[2][0] - at[1][0]
	if end := (at[2][1] - at[1][1]) / span; end > 1.5*middle && (end-middle)*span > leastSteep {
		fmt.Fprintf(os.Stderr, "%s: grows faster than %s: %v\n", l.method, l.symbols[i], at)
		l.options["steep"] = "1"
	}
	return math.Ceil(b*1e4-1e-6) / 1e4
}

// calls returns the callbacks, one per argument and method.
func (l *listed) calls() []string {
	var out []string
	if cs := l.options["callback"]; cs != "" {
		for c := range strings.SplitSeq(cs, " & ") {
			parts := strings.SplitN(c, " ", 3)
			out = append(out, fmt.Sprintf("{ on = %q, method = %q, count = %q }", parts[0], parts[1], parts[2]))
		}
		return out
	}
	for i, p := range classfile.Params(l.desc) {
		keys := map[string]bool{}
		for _, r := range l.runs {
			for k := range r.callbacks {
				if of, _, _ := strings.Cut(k, "\t"); "L"+of+";" == p {
					keys[k] = true
				}
			}
		}
		for _, k := range slices.Sorted(maps.Keys(keys)) {
			_, called, _ := strings.Cut(k, "\t")
			out = append(out, fmt.Sprintf("{ on = \"arg%d\", method = %q, count = %q }", i, called, l.fit(func(r *call) float64 { return r.callbacks[k] })))
		}
		if m, ok := functional[p]; ok && len(keys) == 0 && !l.keeps() {
			out = append(out, fmt.Sprintf("{ on = \"arg%d\", method = %q, count = \"1\" }", i, m))
		}
	}
	return out
}

// sink is what a stage of a stream does with each element, in java.util.stream.ReferencePipeline: it reads the next sink
// and the program's function, calls both, and returns; a filter has a test on top.
var sink = []item{
	{[3]string{"Object get field", "Reference", "Load"}, "3*this.size()"},
	{[3]string{"Interface method call", "", "Reference"}, "2*this.size()"},
	{[3]string{"Argument", "Reference", "Load"}, "2*this.size()"},
	{[3]string{"void return", "int", "Load"}, "1*this.size()"},
	{[3]string{"if equal (numerical data types)", "int", "Load"}, "1*this.size()"},
}

// source is what a stream without an end does for each element that later stages take, in Spliterators.AbstractSpliterator and
// AbstractPipeline.copyIntoWithCancel: it asks whether it is cancelled, advances, calls the program's function, keeps what that
// returned and passes it on.
var source = []item{
	{[3]string{"Object get field", "Reference", "Load"}, "5*result.size()"},
	{[3]string{"Object put field", "Reference", "Load"}, "2*result.size()"},
	{[3]string{"Interface method call", "", "Reference"}, "4*result.size()"},
	{[3]string{"Static method call", "", "Reference"}, "1*result.size()"},
	{[3]string{"Argument", "Reference", "Load"}, "4*result.size()"},
	{[3]string{"return statement", "int", "Constant"}, "2*result.size()"},
	{[3]string{"return statement", "Reference", "Load"}, "1*result.size()"},
	{[3]string{"if equal (int )", "int", "Load"}, "3*result.size()"},
	{[3]string{"if non-null (references)", "Reference", "Load"}, "1*result.size()"},
	{[3]string{"void return", "int", "Load"}, "1*result.size()"},
}

// withItems adds what a stage or source does with each element later, when the stream is used.
func withItems(cost, later []item) []item {
	for _, s := range later {
		i := slices.IndexFunc(cost, func(c item) bool { return c.names == s.names })
		if i < 0 {
			cost = append(cost, s)
			continue
		}
		cost[i].count += " + " + s.count
	}
	return cost
}

// functional gives the method of interfaces that stand for code of the program.
var functional = map[string]string{
	"Ljava/lang/Runnable;": "run()V", "Ljava/util/Comparator;": "compare(Ljava/lang/Object;Ljava/lang/Object;)I",
	"Ljava/util/function/Function;":      "apply(Ljava/lang/Object;)Ljava/lang/Object;",
	"Ljava/util/function/BiFunction;":    "apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
	"Ljava/util/function/UnaryOperator;": "apply(Ljava/lang/Object;)Ljava/lang/Object;",
	"Ljava/util/function/Supplier;":      "get()Ljava/lang/Object;", "Ljava/util/function/Consumer;": "accept(Ljava/lang/Object;)V",
	"Ljava/util/function/BiConsumer;": "accept(Ljava/lang/Object;Ljava/lang/Object;)V", "Ljava/util/function/Predicate;": "test(Ljava/lang/Object;)Z",
	"Lkotlin/jvm/functions/Function0;": "invoke()Ljava/lang/Object;", "Lkotlin/jvm/functions/Function1;": "invoke(Ljava/lang/Object;)Ljava/lang/Object;",
	"Lscala/Function0;": "apply()Ljava/lang/Object;", "Lscala/Function1;": "apply(Ljava/lang/Object;)Ljava/lang/Object;",
	"Lscala/Function2;":               "apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
	"Ljava/util/concurrent/Callable;": "call()Ljava/lang/Object;",
}

// keeps reports whether the method only keeps the program's code for later: in a stream, a collection, a collector.
func (l *listed) keeps() bool {
	return l.name == "<init>" || l.name == "withInitial" || strings.HasPrefix(l.owner, "java/util/stream/") || l.owner == "java/util/Comparator" || l.owner == "kotlin/LazyKt" || l.owner == "kotlin/sequences/SequencesKt" || l.owner == "kotlin/comparisons/ComparisonsKt" ||
		l.owner == "java/util/Collections" && (l.name == "reverseOrder" || l.name == "checkedMap")
}

func (l *listed) basis() string {
	var parts []string
	if b := l.options["basis"]; b != "" {
		parts = append(parts, b)
	}
	if l.options["source"] != "" {
		parts = append(parts, "with what it does later for each element that is taken, read from the bytecode; result.size() is how many a limit lets pass")
	}
	if l.options["stage"] != "" {
		parts = append(parts, "with what its sink does for each element later, read from the bytecode")
	}
	if l.receiver != "" && l.receiver != l.owner {
		parts = append(parts, "as of "+strings.ReplaceAll(l.receiver, "/", "."))
	}
	var counts, sizes, names []string
	same := true
	for _, r := range l.runs {
		counts = append(counts, strconv.FormatFloat(r.instructions, 'f', 0, 64))
		same = same && r.instructions == l.runs[0].instructions
		var at []string
		for i, s := range l.symbols {
			if s != "" {
				at = append(at, strconv.FormatFloat(r.sizes[i], 'f', 0, 64))
			}
		}
		sizes = append(sizes, strings.Join(at, "/"))
	}
	for _, s := range l.symbols {
		if s != "" {
			names = append(names, s)
		}
	}
	if same {
		parts = append(parts, counts[0]+" executed instructions")
	} else {
		parts = append(parts, strings.Join(counts, ", ")+" executed instructions at "+strings.Join(names, "/")+" = "+strings.Join(sizes, ", "))
	}
	parts = append(parts, l.notes()...)
	return strings.Join(parts, "; ")
}

// notes says what else is in the numbers, or not.
func (l *listed) notes() []string {
	natives, system, strs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	var unknown, hidden, locks, copied bool
	for _, r := range l.runs {
		unknown, hidden, locks = unknown || r.unknown, hidden || r.hidden, locks || r.locks
		copied = copied || r.counts.Of(pattern.Of(pattern.ArrayLoad, pattern.Long, pattern.Load)) > 0 && slices.Contains(r.natives, "System.arraycopy")
		for _, n := range r.natives {
			if n != "System.arraycopy" && n != "Throwable.fillInStackTrace" {
				natives[n] = true
			}
		}
		for e := range r.system {
			system[e] = true
		}
		for _, n := range []string{"equals", "hashCode", "compareTo", "toString"} {
			if r.called["java/lang/String."+n] && !strings.HasPrefix(l.owner, "java/lang/String") {
				strs[n] = true
			}
		}
	}
	var out []string
	if len(strs) > 0 {
		out = append(out, "the objects are strings, and their "+strings.Join(slices.Sorted(maps.Keys(strs)), ", ")+" is in this")
	}
	out = append(out, slices.Sorted(maps.Keys(system))...)
	switch {
	case unknown:
		out = append(out, "not all copied bytes are in this")
	case copied:
		out = append(out, "copied bytes as one array load and one array store per 8")
	}
	if len(natives) > 0 {
		out = append(out, "native code as its call only: "+strings.Join(slices.Sorted(maps.Keys(natives)), ", "))
	}
	if hidden {
		out = append(out, "lambdas as a static call and a return")
	}
	if locks {
		out = append(out, "locks uncontended")
	}
	return out
}
