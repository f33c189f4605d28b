// Package profile reads samples of a running JVM, and says how much of the recorded run a place in the code takes.
//
// A sample is a stack of calls with a weight: how often it was seen, or the time or energy that it stands for. Read takes
// recordings of the JDK Flight Recorder, collapsed stacks (async-profiler), pprof and the tables of JoularJX. The estimate of a
// place's share by samples is that of Noureddine et al., "Runtime monitoring of software energy hotspots" (ASE 2012), section 3.
package profile

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Limits of what is kept of a file.
const (
	maxFrames = 64 << 20 // of all stacks that differ
	maxDepth  = 4096     // of one stack; the calls above are left out
	maxNames  = 64 << 20 // bytes of names
)

// Frame is one call on a stack.
type Frame struct {
	Class  string // internal name, java/util/Map$Entry
	Method string
	Desc   string // descriptor; empty where the profile has none
	Line   int    // 0 where the profile has none
}

// Profile is the samples of one file or of several.
type Profile struct {
	Total   float64 // weight of all samples; of the Flight Recorder in milliseconds
	Samples int     // how many there are; 0 where a file does not tell
	frames  []Frame
	stacks  []stack
	lined   map[method]bool // methods with a line in some sample

	collected, asked bool // the file tells of garbage collections, and of one that the program asked for
	sleeps           bool // the file tells of threads that sleep

	builds []*build
}

// TellsSleeps reports whether the file tells how often threads slept, if they did for as long as its settings say.
func (p *Profile) TellsSleeps() bool { return p.sleeps }

// NothingCollected reports whether the file tells of garbage collections, but of none that the program asked for.
func (p *Profile) NothingCollected() bool { return p.collected && !p.asked }

// stack is the calls of a sample by their number in frames, the innermost first.
type stack struct {
	frames []int32
	once   bool // what it does is done once in the life of a program, or once for a place in the code
	amount
}

// amount is how much of the run some samples stand for, how many they are, and how often a thread slept there.
type amount struct{ weight, samples, sleeps float64 }

func (a amount) plus(b amount) amount {
	return amount{a.weight + b.weight, a.samples + b.samples, a.sleeps + b.sleeps}
}

// errTooLarge ends reading what no profiler writes of one program.
var errTooLarge = errors.New("it has more different stacks than can be kept: record for a shorter time")

// builder puts a profile together, equal stacks into one.
type builder struct {
	profile Profile
	frames  map[Frame]int32
	stacks  map[string]int
	key     []byte
	kept    int    // frames of all stacks
	names   int    // bytes
	unknown bool   // how many samples there are
	kind    kind   // of the files
	file    int    // which is read
	build   *build // the last of builds, where the file is of a JVM that ran one
}

func newBuilder() *builder { return &builder{frames: map[Frame]int32{}, stacks: map[string]int{}} }

// add counts samples of one stack, 0 where it is not known how many. calls are the frames of the stack, the innermost first.
func (b *builder) add(calls []Frame, weight float64, samples int64) error {
	if weight < 0 || math.IsNaN(weight) || math.IsInf(weight, 0) {
		return fmt.Errorf("a sample has the weight %v: expected a number of samples, a time or an energy", weight)
	}
	if weight == 0 {
		return nil
	}
	b.profile.Total += weight
	if b.unknown = b.unknown || samples <= 0 || samples > math.MaxInt32; !b.unknown {
		b.profile.Samples += int(samples)
	}
	if b.build != nil {
		b.build.weight += weight
		b.build.samples += int(min(samples, math.MaxInt32))
	}
	return b.put(calls, amount{weight: weight, samples: float64(samples)})
}

// put adds an amount to a stack.
func (b *builder) put(calls []Frame, x amount) error {
	b.key = b.key[:0]
	ids := make([]int32, 0, min(len(calls), maxDepth))
	for _, f := range calls[:min(len(calls), maxDepth)] {
		id, ok := b.frames[f]
		if !ok {
			if b.names += len(f.Class) + len(f.Method) + len(f.Desc); b.names > maxNames {
				return errTooLarge
			}
			id = int32(len(b.profile.frames))
			b.frames[f] = id
			b.profile.frames = append(b.profile.frames, f)
		}
		if b.build != nil {
			b.build.frames[id] = true
		}
		ids = append(ids, id)
		b.key = append(b.key, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	if at, ok := b.stacks[string(b.key)]; ok {
		b.profile.stacks[at].amount = b.profile.stacks[at].plus(x)
		return nil
	}
	if b.kept += len(ids); b.kept > maxFrames {
		return errTooLarge
	}
	b.stacks[string(b.key)] = len(b.profile.stacks)
	once := slices.ContainsFunc(calls, func(f Frame) bool { return f.Method == "<clinit>" || singly[f.callee()] })
	b.profile.stacks = append(b.profile.stacks, stack{ids, once, x})
	return nil
}

// done returns the profile, or why it is of no use.
func (b *builder) done() (*Profile, error) {
	if b.profile.Total == 0 {
		return nil, errors.New("there are no samples of Java methods")
	}
	if b.unknown {
		b.profile.Samples = 0
	}
	// A program that spends most of its time below initializers does its work there: scripts and namespaces are classes.
	once := 0.0
	for _, st := range b.profile.stacks {
		if st.once {
			once += st.weight
		}
	}
	if once > b.profile.Total/2 {
		for i := range b.profile.stacks {
			b.profile.stacks[i].once = false
		}
	}
	b.profile.lined = map[method]bool{}
	for _, st := range b.profile.stacks {
		for _, id := range st.frames {
			if f := &b.profile.frames[id]; st.weight > 0 && !st.once && f.Line > 0 {
				b.profile.lined[method{f.Class, f.Method, f.Desc}] = true
			}
		}
	}
	return &b.profile, nil
}

// method names a method in a profile.
type method struct{ class, name, desc string }

// Tells reports whether the profile tells of the lines of a method how much of the run they take: it was seen in the method.
func (p *Profile) Tells(class, name, desc string) bool {
	return p.lined[method{class, name, desc}] || p.lined[method{class, name, ""}]
}

// times are the samples of one method.
type times struct {
	total  amount           // the method is on the stack
	own    amount           // of all methods under analysis it is the innermost
	lined  float64          // weight of own, with a line
	self   map[int]amount   // it is itself the innermost call, in that line
	places places           // of total
	ownIn  places           // of own
	below  map[below]amount // with a call, or, of own, without
}

// places are the samples of a method by its lines, and by what it calls there.
type places struct {
	lines map[int]amount
	calls map[call]amount
}

func newPlaces() places { return places{map[int]amount{}, map[call]amount{}} }

// Callee is a method without its descriptor.
type Callee struct{ Class, Method string }

func (f *Frame) callee() Callee { return Callee{f.Class, f.Method} }

// below is a call in a line and a method that runs below it.
type below struct {
	call
	callee Callee
}

// call is what a method calls in a line, 0 where the profile has none.
type call struct {
	line int
	name string
}

// Shares says how much of a run the methods under analysis take.
type Shares struct {
	Total   float64 // Profile.Total without what is left out
	Samples int     // Profile.Samples without what is left out
	LeftOut []int   // which of the files that were read are of builds in which the program did not run
	Covered float64 // share of the samples with a method under analysis on the stack
	methods map[method]*times
	byName  map[method][]*times // without the descriptor
	classes map[string]bool
}

// Shares attributes the samples to the methods of the classes under analysis, but for what is done once, which no repair of what is repeated
// saves: of these lines returns what a line of the class file is in the source, where code was inlined, and nil of all others. Place.Below has
// results for the given callees only.
func (p *Profile) Shares(lines func(class string) func(line int) int, callees ...Callee) *Shares {
	s := &Shares{Total: p.Total, Samples: p.Samples, methods: map[method]*times{}, byName: map[method][]*times{}, classes: map[string]bool{}}
	of, at := make([]*times, len(p.frames)), make([]int, len(p.frames))
	callee := make([]bool, len(p.frames))
	known := map[string]func(int) int{}
	for i, f := range p.frames {
		callee[i] = slices.Contains(callees, f.callee())
		line, seen := known[f.Class]
		if !seen {
			line = lines(f.Class)
			known[f.Class] = line
		}
		if line == nil {
			continue
		}
		of[i] = s.at(method{f.Class, f.Method, f.Desc})
		if f.Line > 0 {
			at[i] = line(f.Line)
		}
	}
	s.leaveOut(p.builds, of)
	covered := 0.0
	type place struct {
		in *times
		below
	}
	var seen []*times
	var passed []place
	var inner []Callee // of callees, those further inside on the stack
	for _, st := range p.stacks {
		if st.once {
			if slices.ContainsFunc(st.frames, func(id int32) bool { return of[id] != nil }) {
				covered += st.weight
			}
			continue
		}
		seen, passed, inner = seen[:0], passed[:0], inner[:0]
		for depth, id := range st.frames {
			t := of[id]
			if callee[id] {
				inner = append(inner, p.frames[id].callee())
			}
			if t == nil {
				continue
			}
			line, name := at[id], ""
			if depth > 0 {
				name = p.frames[st.frames[depth-1]].Method
			}
			if len(seen) == 0 {
				t.addOwn(st.amount, call{line, name}, different(inner))
				covered += st.weight
			}
			if depth == 0 && line > 0 {
				t.self[line] = t.self[line].plus(st.amount)
			}
			if !slices.Contains(seen, t) {
				seen = append(seen, t)
				t.total = t.total.plus(st.amount)
			}
			if here := (place{t, below{call: call{line: line}}}); line > 0 && !slices.Contains(passed, here) {
				passed = append(passed, here)
				t.places.lines[line] = t.places.lines[line].plus(st.amount)
			}
			if name != "" {
				called := place{t, below{call: call{line, name}}}
				if !slices.Contains(passed, called) {
					passed = append(passed, called)
					t.places.calls[called.call] = t.places.calls[called.call].plus(st.amount)
				}
				for _, c := range inner {
					if called.callee = c; !slices.Contains(passed, called) {
						passed = append(passed, called)
						t.below[called.below] = t.below[called.below].plus(st.amount)
					}
				}
			}
		}
	}
	if s.Total > 0 {
		s.Covered = covered / s.Total
	}
	return s
}

// addOwn counts samples of which the method is the innermost under analysis, in a line, with what it calls there, if anything, and with callees
// further inside.
func (t *times) addOwn(x amount, at call, inner []Callee) {
	t.own = t.own.plus(x)
	if at.line > 0 {
		t.lined += x.weight
		t.ownIn.lines[at.line] = t.ownIn.lines[at.line].plus(x)
	}
	if at.name != "" {
		t.ownIn.calls[at] = t.ownIn.calls[at].plus(x)
	}
	for _, c := range inner {
		key := below{callee: c}
		t.below[key] = t.below[key].plus(x)
	}
}

func (s *Shares) at(m method) *times {
	t := s.methods[m]
	if t == nil {
		t = &times{self: map[int]amount{}, places: newPlaces(), ownIn: newPlaces(), below: map[below]amount{}}
		s.methods[m] = t
		name := method{m.class, m.name, ""}
		s.byName[name] = append(s.byName[name], t)
		s.classes[m.class] = true
	}
	return t
}

// Seen reports whether a method of a class is on the stack of a sample.
func (s *Shares) Seen(class string) bool { return s.classes[class] }

// near is how many lines around a place belong to it where the method itself is executing: compiled code attributes the
// instructions of a loop to its head or to the end of its body.
const near = 2

// Place is a part of a method.
type Place struct {
	Lines []int  // none for the whole method
	Call  string // its calls of methods of this name; empty for all that it does
	// Own leaves out what the method calls of the code under analysis.
	Own bool
	// Below asks for samples with one of these methods further inside. They are of those that Shares was given.
	Below []Callee
}

// Share is how much of a run a place takes, as shares of all samples.
type Share struct {
	Here    float64 // the place
	Samples float64 // the number of samples in Here
	Sleeps  float64 // how often a thread slept in Here, as far as the profile tells
	Method  float64 // its method, with all that it calls
	Visits  float64 // the number of samples in the method, and of sleeps
	Line    bool    // Here is of the lines; else of the method: of the calls, or of it without what it calls of the code under analysis
}

// Of returns the share of a place in a method. Without lines, or in a profile that has none for the method, it is what the method and the
// libraries that it calls take, or all its calls.
func (s *Shares) Of(class, name, desc string, p Place) Share {
	p.Lines = slices.DeleteFunc(different(p.Lines), func(l int) bool { return l <= 0 })
	if s.Total <= 0 { // all is left out
		return Share{}
	}
	var here, method amount
	line := false
	for _, t := range s.timesOf(class, name, desc) {
		method = method.plus(t.total)
		lined := len(p.Lines) > 0 && t.lined >= t.own.weight/2
		line = line || lined
		here = here.plus(t.at(p, lined))
	}
	// A method that calls itself by way of an overload, or a line on a stack twice, is one sample.
	whole := min(method.weight/s.Total, 1)
	return Share{
		Here: min(here.weight/s.Total, whole), Samples: min(here.samples, method.samples), Sleeps: here.sleeps,
		Method: whole, Visits: method.samples + method.sleeps, Line: line,
	}
}

// at is the samples of a place in the method; its lines are known if lined.
func (t *times) at(p Place, lined bool) (x amount) {
	in := t.places
	if p.Own {
		in = t.ownIn
	}
	switch {
	case len(p.Below) > 0:
		for _, line := range t.linesOf(p, lined) {
			for _, c := range p.Below {
				x = x.plus(t.below[below{call{line, p.Call}, c}])
			}
		}
	case p.Call != "":
		for _, line := range t.linesOf(p, lined) {
			x = x.plus(in.calls[call{line, p.Call}])
			if lined { // compiled code has no call of what is compiled into it as instructions of its own
				x = x.plus(t.self[line])
			}
		}
	case !lined:
		x = t.own
	default:
		x = t.near(p.Lines, in.lines)
	}
	return x
}

// linesOf returns the lines of the calls of a place: 0 for the whole method.
func (t *times) linesOf(p Place, lined bool) (lines []int) {
	switch {
	case p.Call == "":
		return []int{0}
	case lined:
		return p.Lines
	}
	for k := range t.places.calls {
		if k.name == p.Call {
			lines = append(lines, k.line)
		}
	}
	slices.Sort(lines) // sums of weights depend on their order
	return lines
}

// timesOf returns the samples of a method.
func (s *Shares) timesOf(class, name, desc string) (all []*times) {
	if desc == "" {
		return s.byName[method{class, name, ""}]
	}
	for _, d := range []string{desc, ""} { // a profile may have no descriptors
		if t := s.methods[method{class, name, d}]; t != nil {
			all = append(all, t)
		}
	}
	return all
}

// different returns values, each once.
func different[T comparable](values []T) (out []T) {
	for _, v := range values {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// near is the samples that in has of different lines, and of the method's own instructions near them.
func (t *times) near(lines []int, in map[int]amount) (x amount) {
	counted := map[int]bool{}
	for _, l := range lines {
		x = x.plus(in[l])
		counted[l] = true
	}
	for _, l := range lines {
		for d := -near; d <= near; d++ {
			if !counted[l+d] {
				counted[l+d] = true
				x = x.plus(t.self[l+d])
			}
		}
	}
	return x
}
