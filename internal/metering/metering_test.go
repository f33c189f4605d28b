package metering

import (
	"bufio"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/observe"
	"github.com/energylint/energylint/internal/tier"
)

// java finds a Java virtual machine of the version or later.
func java(t *testing.T, version int) string {
	t.Helper()
	candidates := []string{}
	if h := os.Getenv("JAVA_HOME"); h != "" {
		candidates = append(candidates, filepath.Join(h, "bin", "java"))
	}
	found, _ := filepath.Glob("/usr/lib/jvm/*/bin/java")
	slices.Sort(found)
	for _, c := range append(candidates, found...) {
		release, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(c)), "release"))
		if err != nil {
			continue
		}
		_, v, _ := strings.Cut(string(release), `JAVA_VERSION="`)
		major, _, _ := strings.Cut(v, ".")
		if n, _ := strconv.Atoi(major); n >= version {
			if _, err := os.Stat(c); err == nil {
				return c
			}
		}
	}
	t.Skipf("no JDK of version %d or later in JAVA_HOME or /usr/lib/jvm: real executions are not checked", version)
	return ""
}

func classFiles(t *testing.T, topic string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	classes := os.DirFS(filepath.Join("..", "..", "testdata", "fixtures", topic, "classes"))
	err := fs.WalkDir(classes, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".class") {
			return err
		}
		out[name], err = fs.ReadFile(classes, name)
		return err
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("no classes in testdata/fixtures/%s: run script/fixtures (%v)", topic, err)
	}
	return out
}

// TestRealExecutions runs every program of some fixtures on a Java virtual machine and holds what each call executed against the bounds of
// its method, for all arguments and for those of the call.
func TestRealExecutions(t *testing.T) {
	tier.Slow(t, tier.JVM)
	java(t, 17)
	programs, methods := 0, 0
	for _, topic := range []string{"programs", "workloads", "objects", "callsymbols", "contracts", "proxies", "exceptional", "bigintegers", "maxima", "draws", "filled", "lengths", "worklists", "patternswitch", "sublists", "sizeguards", "collected", "textlengths", "shortened", "drained", "removal", "chunked", "accessors", "searching", "advancing", "relinked", "unlinked", "entered", "fieldcounters", "fieldlinks", "cellcounters", "circular", "powers", "colours", "sizesown", "kotlinworklists", "kotlinworklistsown", "kotlinsorts", "inherited", "firsts", "gridmarks", "countdowns", "treewalks", "either", "inlined", "sifts", "siftsown", "contents", "contentsown", "evictions", "evictionsown", "sortflags"} {
		t.Run(topic, func(t *testing.T) {
			version := 17
			if topic == "patternswitch" {
				version = 21
			}
			jvm := java(t, version)
			var libraries []string
			if strings.HasPrefix(topic, "kotlin") {
				libraries = []string{corpus.Jar(t, "kotlin-stdlib.jar")}
			}
			classes := filepath.Join("..", "..", "testdata", "fixtures", topic, "classes")
			x := prepare(t, classFiles(t, topic), func(cs []*classfile.Class) *absint.Analyzer {
				return analyzed(t, []string{classes}, filepath.Dir(filepath.Dir(jvm)), cs)
			})
			if len(x.skipped) > 0 {
				t.Errorf("not instrumented: %v", x.skipped)
			}
			var mains []string
			for _, m := range x.table.Methods {
				if m.Name == "main" && m.Desc == "([Ljava/lang/String;)V" {
					mains = append(mains, m.Class.Name)
				}
			}
			programs += len(mains)
			methods += x.check(t, x.run(t, jvm, libraries, append([]string{"Meter"}, mains...)))
		})
	}
	t.Logf("%d programs, %d methods", programs, methods)
	if programs < 60 || methods < 300 {
		t.Errorf("%d programs with %d methods are too few to show anything", programs, methods)
	}
}

// execution is a set of instrumented classes in a directory, with their analysis.
type execution struct {
	dir     string
	workDir string // where the machine runs
	table   Table
	parts   []part
	skipped []string          // what could not be instrumented: calls of it count nothing
	symbols [][]absint.Symbol // of the totals of the methods
	open    bool              // other classes may extend these, which are not instrumented
	// wrong is told of a bound that does not hold; at most one of a method.
	wrong func(m *classfile.Method, err error)
}

// part is the analysis of some of the classes, whose methods follow one another in the table.
type part struct {
	analyzer *absint.Analyzer
	from, to int
}

// prepare instruments classes, given by their file names, that the given analysis is of.
func prepare(t *testing.T, files map[string][]byte, analyze func([]*classfile.Class) *absint.Analyzer) *execution {
	t.Helper()
	x := newExecution(t)
	x.add(t, files, analyze)
	return x
}

// newExecution is one without classes but the Meter's.
func newExecution(t *testing.T) *execution {
	t.Helper()
	x := &execution{dir: t.TempDir(), wrong: func(_ *classfile.Method, err error) { t.Error(err) }}
	for n, data := range classFiles(t, "meter") {
		x.write(t, n, data)
	}
	return x
}

func (x *execution) write(t *testing.T, name string, data []byte) {
	t.Helper()
	path := filepath.Join(x.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// add instruments classes that are analysed together.
func (x *execution) add(t *testing.T, files map[string][]byte, analyze func([]*classfile.Class) *absint.Analyzer) {
	t.Helper()
	names := make([]string, 0, len(files))
	for n := range files {
		names = append(names, n)
	}
	slices.Sort(names)
	var classes []*classfile.Class
	for _, n := range names {
		c, err := classfile.Parse(files[n])
		if err != nil {
			t.Fatalf("%s: %v", n, err)
		}
		classes = append(classes, c)
	}
	p := part{analyzer: analyze(classes), from: len(x.table.Methods)}
	if x.table.Structures == nil {
		x.table.Structures = map[*classfile.Method][]StructureSize{}
	}
	maps.Copy(x.table.Structures, structuresOf(p.analyzer, classes))
	for i, c := range classes {
		data, err := x.table.Instrument(files[names[i]], c, func(m *classfile.Method) (observe.Shape, bool) {
			s := p.analyzer.Summary(m)
			if s.Err() != nil {
				x.skipped = append(x.skipped, s.Err().Error())
				return observe.Shape{}, false
			}
			return observe.ShapeOf(s), true
		})
		if err != nil {
			x.skipped = append(x.skipped, err.Error())
			data = files[names[i]]
		}
		x.write(t, names[i], data)
	}
	p.to = len(x.table.Methods)
	x.parts = append(x.parts, p)
}

// methods are the bounds of the methods of the table; named count the calls of objects that they make by their names, and returning are
// those of calls that return, nil where these are those of all calls.
func (x *execution) methods() (methods, named, returning []*observe.Method) {
	for _, part := range x.parts {
		ms := x.table.Methods[part.from:part.to]
		p := part.analyzer.Reach(ms)
		low := p.Evaluate(absint.TotalInstructions(false))
		up, byName := p.NewPass([]absint.Objective{absint.TotalInstructions(true)}, false), p.NewPass([]absint.Objective{absint.NamedInstructions()}, false)
		returns := p.NewReturningPass(byName)
		p.EvaluateInTurn([]*absint.Pass{up, byName, returns}, nil)
		for _, m := range ms {
			s, i := part.analyzer.Summary(m), p.Index(m)
			methods = append(methods, observe.NewMethod(s, *up.Outcomes[0][i], low[i]))
			x.symbols = append(x.symbols, s.Symbols(*up.Outcomes[0][i]))
			named = append(named, observe.NewMethod(s, *byName.Outcomes[0][i], low[i]))
			var r *observe.Method
			if o := returns.Outcomes[0][i]; o != byName.Outcomes[0][i] {
				r = observe.NewMethod(s, *o, low[i])
			}
			returning = append(returning, r)
		}
	}
	return methods, named, returning
}

// check compares what was counted with the bounds, and returns the number of methods that were called.
func (x *execution) check(t *testing.T, counts []counted) int {
	t.Helper()
	methods, others, returning := x.methods()
	var tight observe.Tightness
	executed, bad := map[int]bool{}, map[int]bool{}
	var calls, known, resolved, returned int64
	unmeasured := unmeasured{}
	for _, c := range counts {
		m := methods[c.method]
		executed[c.method] = true
		calls += c.times
		pins := c.pins(m.Summary.Method, x.table.Structures[m.Summary.Method])
		if r := returning[c.method]; r != nil && c.TotalMin >= 0 && !bad[c.method] {
			if at := r.At(pins); at.Total.Known && at.Total.Total < float64(c.TotalMin) {
				bad[c.method] = true
				x.wrong(m.Summary.Method, fmt.Errorf("each call of %s that returned executed %d instructions and more, at most %v by its bound for the arguments %v", m.Summary.Name(), c.TotalMin, at.Total.Total, c.args))
			} else if at.Total.Known {
				returned++
			}
		}
		if x.open || len(x.skipped) > 0 {
			c.TotalMin = -1
		}
		at, other := m.At(pins), others[c.method].At(pins)
		if at.Total.Known {
			known++
		}
		if !at.Total.Known && other.Total.Known {
			resolved++
		}
		if !at.Total.Known {
			unmeasured.add(c.method, x.symbols[c.method], pins)
		}
		for _, b := range []struct {
			bounds *observe.Bounds
			how    string
		}{{&m.Always, "for all arguments"}, {&at, fmt.Sprintf("for the arguments %v", c.args)}, {&other, fmt.Sprintf("with the calls of objects that it makes, for the arguments %v", c.args)}} {
			if err := m.Compare(b.bounds, b.how, &c.Calls); err != nil && !bad[c.method] {
				bad[c.method] = true
				x.wrong(m.Summary.Method, err)
			}
		}
		tight.Add(&m.Always, &at, &c.Calls)
	}
	t.Logf("%d of %d methods executed in %d calls; total instructions bounded for %d of %d kinds of arguments", len(executed), len(x.table.Methods), calls, known, len(counts))
	for _, line := range unmeasured.most(20) {
		t.Logf("not measured: %s", line)
	}
	t.Logf("bounds of calls that return, which are less than those of all calls: %d kinds of arguments", returned)
	t.Logf("bounded by the calls of objects that they make: %d kinds of arguments more", resolved)
	t.Logf("loops entered: %d exact, %d with another bound, %d without", len(tight.Exact), len(tight.Bounded), tight.Unbound)
	t.Logf("bound / observed of exact loops: %s", observe.Distribution(tight.Exact))
	t.Logf("bound / observed of other loops: %s", observe.Distribution(tight.Bounded))
	// An exception may leave an exact loop early: of a few loops, these can be most.
	if m := observe.Median(tight.Exact); m != 1 && len(tight.Exact) >= 100 {
		t.Errorf("the median of the exact loops is %v", m)
	}
	return len(executed)
}

// counted is one line of what the Meter writes: all calls of a method with the same arguments.
type counted struct {
	method int
	args   [][2]int64 // parameter or field and its value, or the length of an array or string
	times  int64
	observe.Calls
}

// pins are the symbols that the arguments determine.
func (c *counted) pins(m *classfile.Method, structures []StructureSize) map[string]float64 {
	var types []string
	if !m.Static() {
		types = append(types, "this")
	}
	classfile.EachParam(m.Desc, func(d string) { types = append(types, d) })
	out := map[string]float64{}
	for _, a := range c.args {
		if a[0] >= firstStructure {
			symbol := structures[a[0]-firstStructure].Symbol
			_, known := out[symbol] // a field of the class: one of a subclass may hide it by its name
			switch least := strings.HasPrefix(symbol, "~least"); {
			case known:
			case a[1] == math.MaxInt64: // it has no size
			case least && a[1] == math.MinInt64: // nothing was computed
				out[symbol] = 0
			case least:
				out[symbol] = -float64(a[1])
			case a[1] >= 0 || strings.HasPrefix(symbol, "p"):
				out[symbol] = float64(a[1])
			}
			continue
		}
		if a[0] >= firstField {
			f := &m.Class.Fields[a[0]-firstField]
			root := "p0."
			if f.Access&classfile.AccStatic != 0 {
				root = "static."
			}
			path := root + m.Class.Name + ":" + f.Name + ":" + f.Desc
			if len(f.Desc) > 1 {
				path = "len(" + path + ")"
			}
			out[path], out[path+"@entry"] = float64(a[1]), float64(a[1])
			continue
		}
		path := fmt.Sprintf("p%d", a[0])
		if len(types[a[0]]) > 1 {
			path = "len(" + path + ")"
		}
		out[path] = float64(a[1])
	}
	return out
}

// run starts the machine and returns what was counted.
func (x *execution) run(t *testing.T, jvm string, classpath, program []string) []counted {
	t.Helper()
	text, err := x.start(t, jvm, []string{"-XX:TieredStopAtLevel=1"}, classpath, program)
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", jvm, program, err, text)
	}
	return x.counts(t)
}

// start runs a program with the instrumented classes and those of the class path, and returns what it wrote.
func (x *execution) start(t *testing.T, jvm string, options, classpath, program []string) (output []byte, err error) {
	t.Helper()
	in := filepath.Join(x.dir, "meter.table")
	if err := os.WriteFile(in, []byte(x.table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{
		"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote", "-Xss512m", "-Dmeter.table=" + in, "-Dmeter.out=" + x.output(),
		"-cp", strings.Join(append([]string{x.dir}, classpath...), string(filepath.ListSeparator)),
	}
	cmd := exec.Command(jvm, slices.Concat(args, options, program)...)
	cmd.Dir = x.workDir
	return cmd.CombinedOutput()
}

// output is the file that the Meter writes.
func (x *execution) output() string { return filepath.Join(x.dir, "meter.out") }

// counts reads what the Meter wrote.
func (x *execution) counts(t *testing.T) []counted {
	t.Helper()
	f, err := os.Open(x.output())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []counted
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var ns []int64
		for _, w := range strings.Fields(sc.Text()) {
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			ns = append(ns, n)
		}
		next := func() int64 { n := ns[0]; ns = ns[1:]; return n }
		c := counted{method: int(next())}
		for k := next(); k > 0; k-- {
			c.args = append(c.args, [2]int64{next(), next()})
		}
		c.times = next()
		c.Own, c.OwnMin, c.Total, c.TotalMin = next(), next(), next(), next()
		for len(ns) > 0 {
			c.Loops = append(c.Loops, observe.Loop{Header: next(), HeaderMin: next(), Most: next(), Least: next()})
		}
		all = append(all, c)
	}
	return all
}

// unmeasured are, by the form of a size that has no value, the methods whose bound it keeps from being compared.
type unmeasured map[string]map[int]bool

func (u unmeasured) add(method int, symbols []absint.Symbol, pins map[string]float64) {
	for _, sym := range symbols {
		if _, ok := pins[sym.Path]; !ok {
			if u[sym.Path] == nil {
				u[sym.Path] = map[int]bool{}
			}
			u[sym.Path][method] = true
		}
	}
}

// most are the n forms with most methods.
func (u unmeasured) most(n int) (lines []string) {
	forms := slices.Collect(maps.Keys(u))
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(len(u[b])-len(u[a]), cmp.Compare(a, b)) })
	for _, f := range forms[:min(n, len(forms))] {
		lines = append(lines, fmt.Sprintf("%d methods: %s", len(u[f]), f))
	}
	return lines
}
