// Command librarycosts turns traces of library methods into the models in models/library. Probes.java calls each
// method at three sizes; Trace.java runs it under the debugger and writes how often each bytecode instruction ran;
// this program covers the instructions with tiles, fits the tiles' counts to formulas of the size, and prints
// [[method]] tables:
//
//	jmod extract --dir base $JAVA_HOME/jmods/java.base.jmod
//	javac -g -d probes script/librarycosts/*.java
//	java --add-opens jdk.jdi/com.sun.tools.jdi=ALL-UNNAMED -cp probes Trace Probes > trace.txt
//	go run ./script/librarycosts base/classes trace.txt > models/library/java.toml
//
// With the classes and a trace of OpenJDK 25 behind these (Trace runs on it, jimage extract has its classes), the costlier of
// both is modelled; a part of the probes is traced by giving Trace Probes a part of their names.
//
// Methods that need no probe of their own stand in methods.txt, of which Generate makes probes:
//
//	for m in java.logging java.xml java.sql java.desktop; do jmod extract --dir base $JAVA_HOME/jmods/$m.jmod; done
//	unzip -n kotlin-stdlib.jar 'kotlin/*' -d base/classes
//	unzip -n scala-library.jar 'scala/*' -d base/classes
//	java -cp probes:kotlin-stdlib.jar:scala-library.jar Generate script/librarycosts/methods.txt ProbesListed.java
//	java -cp probes Visible kotlin-stdlib.jar visible kotlin/collections/{ArraysKt___ArraysKt,CollectionsKt___CollectionsKt}
//	javac -g -cp probes:visible:kotlin-stdlib.jar:scala-library.jar -d probes ProbesListed.java
//	java --add-opens jdk.jdi/com.sun.tools.jdi=ALL-UNNAMED -cp probes:kotlin-stdlib.jar:scala-library.jar Trace ProbesListed > listed.txt
//	go run ./script/librarycosts -methods script/librarycosts/methods.txt -listed models/library base/classes listed.txt
//	go generate ./models/library
//
// Methods that came after JDK 17 stand in later.txt and are traced in the same way on OpenJDK 25, with its javac, java and classes
// (jimage extract), and with -methods script/librarycosts/later.txt. Of those that subclasses may override, only methods that call nothing
// of their own object: selfcalls.tsv has what the library of JDK 17 calls.
//
// For loggers, slf4j-api, logback-classic, logback-core, log4j-api and log4j-core are on the class path of all three, with
// ProbesLogging.java, and unpacked into base/classes; for Spring, its core, beans, context, expression, web and webmvc, commons-logging and the
// servlet API, with ProbesSpring.java.
//
// Methods that execute millions of instructions are traced by an agent, which writes the same in a fraction of the time: see agent/steps.c.
//
// Methods that the traces have not keep their models, so that a part of methods.txt can be traced again by itself.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

func main() {
	list := flag.String("methods", "", "with -listed, the list of methods: its options hold, not those of the traces")
	directory := flag.String("listed", "", "the directory for the models of the methods in methods.txt, of which the traces are")
	flag.Parse()
	args := flag.Args()
	if *directory == "" && len(args) != 2 && len(args) != 4 || len(args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: librarycosts CLASSES TRACE [LATER-CLASSES LATER-TRACE]\n       librarycosts -listed DIRECTORY CLASSES TRACE...")
		os.Exit(2)
	}
	var err error
	if *directory != "" {
		err = runListed(args[0], *directory, *list, args[1:])
	} else {
		err = run(args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "librarycosts:", err)
		os.Exit(1)
	}
}

// key begins an option. Descriptors and descriptions have semicolons of their own, so that these do not end one.
var key = regexp.MustCompile(`(?:^|;)(copy|zero|returns|noreturns|rsize|rcv|basis|also|const|log|sym|range|callback|stage|expected|times|sizes|alternative|sort|heap|cube|source)=`)

// split returns the keys and values of a probe's options.
func split(s string) (out [][2]string) {
	at := key.FindAllStringSubmatchIndex(s, -1)
	for i, x := range at {
		end := len(s)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		out = append(out, [2]string{s[x[2]:x[3]], strings.TrimSuffix(s[x[1]:end], ";")})
	}
	return out
}

// sample is one traced call.
type sample struct {
	size         float64
	times        float64 // calls of the method: counts are their average
	instructions float64
	counts       pattern.Counts
	branches     bool
	natives      []string
	hidden       bool
}

// probe is one method at all sizes.
type probe struct {
	method, kind, symbol string
	options              map[string]string
	samples              []sample
}

// run writes the models of the probes in a trace. Of methods that a later JDK's trace has, too, the costlier is modelled.
func run(args []string) error {
	probes, err := readProbes(args[0], args[1])
	if err != nil {
		return err
	}
	if len(args) == 4 {
		later, err := readProbes(args[2], args[3])
		if err != nil {
			return err
		}
		for i, p := range probes {
			for _, x := range later {
				if x.method == p.method && x.most() > p.most() {
					x.options["basis"] = strings.TrimPrefix(p.options["basis"]+"; on OpenJDK 25, where it costs more", "; ")
					probes[i] = x
				}
			}
		}
	}
	fmt.Print(`# Models of methods of java.base, counted on OpenJDK 17.0.15, and where a basis says so, on OpenJDK 25.0.3: every method
# was run under the debugger at three sizes, one bytecode instruction at a time, and the instructions were covered with
# tiles as the analysis does it. Made by script/librarycosts; what it cannot count is in natives.toml.
`)
	for _, p := range probes {
		if err := p.write(); err != nil {
			return fmt.Errorf("%s: %w", p.method, err)
		}
	}
	return nil
}

// most is the largest number of instructions that a sample of the probe executed.
func (p *probe) most() float64 {
	m := 0.0
	for _, s := range p.samples {
		m = max(m, s.instructions)
	}
	return m
}

// readProbes reads a trace of the JDK whose classes are in a directory.
func readProbes(classes, trace string) ([]*probe, error) {
	f, err := os.Open(trace)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &tiler{dir: classes, methods: map[string]*method{}}
	var probes []*probe
	byName := map[string]*probe{}
	var s *sample
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if title, ok := strings.CutPrefix(line, "# "); ok {
			parts := strings.Split(title, "|")
			p := byName[parts[0]]
			if p == nil {
				p = &probe{method: parts[0], kind: parts[1], symbol: parts[2], options: map[string]string{}}
				for _, o := range split(parts[3]) {
					p.options[o[0]] = o[1]
				}
				byName[parts[0]] = p
				probes = append(probes, p)
			}
			n, err := strconv.ParseFloat(parts[len(parts)-1], 64)
			if err != nil {
				return nil, err
			}
			if p.options["range"] != "" { // digits of numbers
				n = map[float64]float64{8: 2, 32: 4, 128: 8}[n]
			}
			p.samples = append(p.samples, sample{size: n, times: callsOf(p.options["times"], n)})
			s = &p.samples[len(p.samples)-1]
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 5 { // what a probe says itself
			continue
		}
		pc, _ := strconv.Atoi(parts[3])
		n, _ := strconv.ParseFloat(parts[4], 64)
		n /= s.times
		if err := t.add(s, parts[0], parts[1], parts[2], pc, n); err != nil {
			return nil, err
		}
	}
	return probes, lines.Err()
}

// callsOf returns how many calls of its method a probe makes at a size: a number, n for as many as the size, 1 if empty.
func callsOf(option string, size float64) float64 {
	if option == "n" {
		return size
	}
	if n, err := strconv.ParseFloat(option, 64); err == nil && n > 0 {
		return n
	}
	return 1
}

type tiler struct {
	dir     string
	classes map[string]*classfile.Class
	methods map[string]*method
}

// method holds the tiles of one method by the pc of their root.
type method struct {
	class  *classfile.Class
	code   *classfile.Code
	access uint16
	tiles  map[int]pattern.Counts
}

var errNoMethod = errors.New("no such method")

func (t *tiler) class(name string) (*classfile.Class, error) {
	if c, ok := t.classes[name]; ok {
		return c, nil
	}
	data, err := os.ReadFile(filepath.Join(t.dir, filepath.FromSlash(name)+".class"))
	if err != nil {
		return nil, err
	}
	c, err := classfile.Parse(data)
	if err != nil {
		return nil, err
	}
	if t.classes == nil {
		t.classes = map[string]*classfile.Class{}
	}
	t.classes[name] = c
	return c, nil
}

func (t *tiler) method(class, name, desc string) (*method, error) {
	key := class + "." + name + desc
	if m, ok := t.methods[key]; ok {
		return m, nil
	}
	c, err := t.class(class)
	if err != nil {
		return nil, err
	}
	for i := range c.Methods {
		x := &c.Methods[i]
		if x.Name != name || x.Desc != desc {
			continue
		}
		code, err := x.Code()
		if err != nil {
			return nil, err
		}
		g, err := cfg.Build(code)
		if err != nil {
			return nil, err
		}
		m := &method{class: c, code: code, access: x.Access, tiles: map[int]pattern.Counts{}}
		tiling, err := cfg.Tile(g)
		if err != nil {
			return nil, err
		}
		for i, piece := range tiling.Tiles {
			m.tiles[int(piece.Root)] = m.tiles[int(piece.Root)].Add(tiling.Patterns(i))
		}
		t.methods[key] = m
		return m, nil
	}
	return nil, errNoMethod
}

func (t *tiler) add(s *sample, class, name, desc string, pc int, n float64) error {
	s.instructions += n
	m, err := t.method(class, name, desc)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errNoMethod) { // made at run time: a call of the body, and back
		s.hidden = true
		if pc == 0 {
			s.counts = s.counts.Add(pattern.Tally(
				pattern.Of(pattern.StaticMethodCall, pattern.NoType, pattern.SizeReference),
				pattern.Of(pattern.ReturnStatement, pattern.Int, pattern.Load)).Scale(n))
		}
		return nil
	}
	if err != nil {
		return err
	}
	s.counts = s.counts.AddScaled(m.tiles[pc], n)
	op := m.code.Op(pc)
	if op.IsConditional() || op == classfile.OpTableswitch || op == classfile.OpLookupswitch {
		s.branches = true
	}
	if op == classfile.OpInvokestatic || op == classfile.OpInvokespecial || op == classfile.OpInvokevirtual {
		owner, called, calledDesc := t.member(m, pc)
		if c, err := t.class(owner); err == nil {
			for i := range c.Methods {
				x := &c.Methods[i]
				if x.Name == called && x.Desc == calledDesc && x.Access&classfile.AccNative != 0 {
					short := strings.ReplaceAll(owner[strings.LastIndexByte(owner, '/')+1:], "$", ".") + "." + called
					if !slices.Contains(s.natives, short) {
						s.natives = append(s.natives, short)
					}
				}
			}
		}
	}
	return nil
}

func (t *tiler) member(m *method, pc int) (owner, name, desc string) {
	x, _ := m.class.Pool.Member(m.code.Index(pc))
	return x.Class, x.Name, x.Desc
}
