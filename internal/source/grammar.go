//go:build cgo && unix

package source

import (
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A file of a few kilobytes makes tree-sitter take all memory and abort the process, which no recover sees. So it runs
// in a process of its own, this program started again with grammarProgram as its name, which may fail.
const (
	grammarProgram = "energylint java grammar"
	// grammarFile is the size of the largest file that is given to the grammar: parsing takes 130 bytes for a byte.
	grammarFile = 2 << 20
	// grammarMemory bounds the memory of the process.
	grammarMemory = 512 << 20
	// grammarTime bounds the processor time for one file: that of the clock would depend on what else the machine does. A megabyte of
	// Java takes half a second.
	grammarTime = 5 * time.Second
	// grammarPatience is after which time an answer is not expected any more: the process was stopped, or does nothing.
	grammarPatience = time.Minute
	// grammarFailures is how many attempts may fail, two for a file, before the grammar is given up for all files.
	grammarFailures = 8
)

var (
	errGrammarSize  = grammarError(fmt.Sprintf("is larger than the %d MiB that are read by the Java grammar", grammarFile>>20))
	errGrammarLimit = grammarError(fmt.Sprintf("takes the Java grammar more than %v of processor time or %d MiB", grammarTime, grammarMemory>>20))
)

func init() {
	if len(os.Args) == 1 && os.Args[0] == grammarProgram {
		os.Exit(serveGrammar(os.Stdin, os.Stdout))
	}
}

// javaGrammar is the process that all indexes use.
var javaGrammar grammar

// parseJava reads a Java file with tree-sitter, in another process. Where the grammar does not know the syntax, the
// reader without a grammar takes over; so it does where the error says which limit the file exceeds.
func parseJava(text []byte) (*syntax, error) {
	s, err := javaGrammar.parse(text)
	if s == nil {
		s = readJava(text)
	}
	return s, err
}

// grammar is the parent's end of the process that parses Java. It is started when it is first needed, and ends with its
// standard input.
type grammar struct {
	mu       sync.Mutex
	process  *exec.Cmd // nil where none runs
	in       io.WriteCloser
	out      *gob.Decoder
	failures int
}

// Tree returns the syntax tree of a Java file, or the reason that there is none.
func Tree(text []byte) (*Node, error) {
	var t flatTree
	if err := javaGrammar.ask(askNodes, text, &t); err != nil {
		var limit grammarError
		if errors.As(err, &limit) {
			err = fmt.Errorf("it %s", string(limit))
		}
		return nil, err
	}
	if root := t.tree(); root != nil {
		return root, nil
	}
	return nil, ErrNoTree
}

func (g *grammar) parse(text []byte) (*syntax, error) {
	var reply grammarReply
	if err := g.ask(askSyntax, text, &reply); err != nil {
		return nil, err
	}
	return reply.syntax(), nil
}

// The questions to the process.
const (
	askSyntax = 's' // declarations, loops and comments: a grammarReply
	askNodes  = 'n' // all nodes: a flatTree
)

// ask has the process answer a question about a file.
func (g *grammar) ask(question byte, text []byte, reply any) error {
	if len(text) > grammarFile {
		return errGrammarSize
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failures >= grammarFailures {
		return errGrammarGivenUp
	}
	err := g.askOnce(question, text, reply)
	if errors.Is(err, errGrammarLimit) && g.failures < grammarFailures {
		err = g.askOnce(question, text, reply)
	}
	return err
}

// askOnce is ask without another attempt. A process may also end for what the file is not to blame for: the system has no memory left,
// or stopped for seconds that it counts as the processor time of what ran.
func (g *grammar) askOnce(question byte, text []byte, reply any) error {
	if g.process == nil {
		if err := g.start(); err != nil {
			g.failures++
			return grammarError(fmt.Sprintf("is not read by the Java grammar, whose process cannot be started: %v", err))
		}
	}
	overdue := time.AfterFunc(grammarPatience, func() { g.process.Process.Kill() })
	err := writeQuestion(g.in, question, text)
	if err == nil {
		err = g.out.Decode(reply)
	}
	if !overdue.Stop() || err != nil {
		g.failures++
		g.stop()
		return errGrammarLimit
	}
	return nil
}

func (g *grammar) start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := &exec.Cmd{Path: self, Args: []string{grammarProgram}, Env: []string{}}
	if g.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	g.process, g.out = cmd, gob.NewDecoder(out)
	return nil
}

// stop ends a process that failed. Its exit status says nothing that the caller does not know.
func (g *grammar) stop() {
	_ = g.process.Process.Kill()
	_ = g.in.Close()
	_ = g.process.Wait()
	g.process = nil
}

func writeQuestion(w io.Writer, question byte, text []byte) error {
	if _, err := w.Write(binary.BigEndian.AppendUint32([]byte{question}, uint32(len(text)))); err != nil {
		return err
	}
	_, err := w.Write(text)
	return err
}

// serveGrammar answers every question on in on out; it returns the exit status.
func serveGrammar(in io.Reader, out io.Writer) int {
	var question grammarUse
	question.limit()
	encoder := gob.NewEncoder(out)
	for {
		var head [5]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			if errors.Is(err, io.EOF) {
				return 0
			}
			return 1
		}
		n := binary.BigEndian.Uint32(head[1:])
		if n > grammarFile {
			return 1
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(in, text); err != nil {
			return 1
		}
		question.begins()
		var reply any = parseNodes(text)
		if head[0] == askSyntax {
			reply = replyOf(parseTree(text))
		}
		if err := encoder.Encode(reply); err != nil {
			return 1
		}
	}
}

// grammarUse is what the process uses for the question that it answers.
type grammarUse struct {
	since atomic.Int64 // the processor time of the process when the question came, in ns
}

// begins is called when a question came.
func (g *grammarUse) begins() {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		g.since.Store(processorTime(&u))
	}
}

// exceeded reports whether the process, which used u and has this many bytes of memory, is above one of its limits.
func (g *grammarUse) exceeded(u *syscall.Rusage, memory int64) bool {
	return memory > grammarMemory || processorTime(u)-g.since.Load() > int64(grammarTime)
}

// processorTime is what a process spent in itself and in the system, in ns.
func processorTime(u *syscall.Rusage) int64 { return u.Utime.Nano() + u.Stime.Nano() }

// limit makes allocations beyond grammarMemory fail. Not every system has this limit, or counts the same pages, so the process also
// ends itself when it has more, and when a question takes more than grammarTime.
func (g *grammarUse) limit() {
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: grammarMemory, Max: grammarMemory})
	go func() {
		for range time.Tick(10 * time.Millisecond) {
			var u syscall.Rusage
			if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil && g.exceeded(&u, resident()) {
				os.Exit(1)
			}
		}
	}()
}

// grammarReply is a syntax between the processes; Unknown where the grammar does not know the file's.
type grammarReply struct {
	Unknown  bool
	Package  string
	Decls    []grammarDecl
	Loops    [][2]int
	Comments [][2]int
}

type grammarDecl struct {
	Class, Name      string
	Params           [][2]string
	Start, Body, End int
}

func replyOf(s *syntax) grammarReply {
	if s == nil {
		return grammarReply{Unknown: true}
	}
	r := grammarReply{Package: s.pkg}
	for _, d := range s.decls {
		w := grammarDecl{Class: d.class, Name: d.name, Start: d.start, Body: d.body, End: d.end}
		for _, p := range d.params {
			w.Params = append(w.Params, [2]string{p.typ, p.name})
		}
		r.Decls = append(r.Decls, w)
	}
	for _, l := range s.loops {
		r.Loops = append(r.Loops, [2]int{l.start, l.keyword})
	}
	for _, c := range s.comments {
		r.Comments = append(r.Comments, [2]int{c.start, c.end})
	}
	return r
}

func (r *grammarReply) syntax() *syntax {
	if r.Unknown {
		return nil
	}
	s := &syntax{pkg: r.Package}
	for _, w := range r.Decls {
		d := decl{class: w.Class, name: w.Name, start: w.Start, body: w.Body, end: w.End}
		for _, p := range w.Params {
			d.params = append(d.params, param{p[0], p[1]})
		}
		s.decls = append(s.decls, d)
	}
	for _, l := range r.Loops {
		s.loops = append(s.loops, loop{l[0], l[1]})
	}
	for _, c := range r.Comments {
		s.comments = append(s.comments, span{c[0], c[1]})
	}
	return s
}
