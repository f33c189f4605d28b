//go:build cgo && unix

package source

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestGrammarUse checks that a file is given up for the processor time that it takes itself: not for that of earlier files, nor for the
// time in which other processes ran.
func TestGrammarUse(t *testing.T) {
	at := func(user, system time.Duration) *syscall.Rusage {
		return &syscall.Rusage{Utime: syscall.NsecToTimeval(int64(user)), Stime: syscall.NsecToTimeval(int64(system))}
	}
	for _, c := range []struct {
		since  time.Duration // of the processor, before the file
		now    *syscall.Rusage
		memory int64 // in bytes
		want   bool
	}{
		{0, at(grammarTime, 0), 0, false},
		{0, at(grammarTime, time.Millisecond), 0, true},
		{time.Hour, at(time.Hour, grammarTime), 0, false},
		{time.Hour, at(time.Hour+grammarTime, time.Millisecond), 0, true},
		{0, at(0, 0), grammarMemory, false},
		{0, at(0, 0), grammarMemory + 1, true},
	} {
		var g grammarUse
		g.since.Store(int64(c.since))
		if got := g.exceeded(c.now, c.memory); got != c.want {
			t.Errorf("since %v: %v of %v", c.since, got, processorTime(c.now))
		}
	}
}

// TestGrammarWaits checks that a process which the machine does not run for a while answers when it runs again.
func TestGrammarWaits(t *testing.T) {
	t.Parallel()
	var g grammar
	text := []byte("class A { void m() {} }")
	if _, err := g.parse(text); err != nil {
		t.Fatal(err)
	}
	defer g.stop()
	if err := g.process.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	process := g.process.Process
	continued := time.AfterFunc(grammarTime+500*time.Millisecond, func() { _ = process.Signal(syscall.SIGCONT) })
	defer continued.Stop()
	if s, err := g.parse(text); err != nil || len(s.decls) == 0 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestGrammarIsAskedAgain checks that a file is read whose process was killed.
func TestGrammarIsAskedAgain(t *testing.T) {
	var g grammar
	text := []byte("class A { void m() {} }")
	if _, err := g.parse(text); err != nil {
		t.Fatal(err)
	}
	if err := g.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if s, err := g.parse(text); err != nil || len(s.decls) == 0 || g.failures != 1 {
		t.Errorf("%v, %v, %d failures", s, err, g.failures)
	}
	g.stop()
}

// TestGrammarIsGivenUp checks that files which the grammar cannot read, here one that takes it minutes, cost a limited time together.
func TestGrammarIsGivenUp(t *testing.T) {
	t.Parallel()
	g := grammar{failures: grammarFailures - 1}
	dir := t.TempDir()
	ix := New([]string{dir}, dir)
	ix.parse = func(text []byte) (*syntax, error) {
		_, err := g.parse(text)
		return readJava(text), err
	}
	for class, body := range map[string]string{"A": strings.Repeat(`"`, 400_000), "B": "} void n() {"} {
		if err := os.WriteFile(filepath.Join(dir, class+".java"), []byte("class "+class+" { void m() {"+body+"} }"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, class := range []string{"A", "B"} {
		path := filepath.Join(dir, class+".java")
		ix.File(class, "")
		if f := ix.parsed(path); len(f.methods) == 0 {
			t.Errorf("%s: no methods", class)
		}
	}
	if notes := ix.Notes(); len(notes) != 1 || notes[0] != (Note{dir, errGrammarGivenUp}) || g.failures != grammarFailures {
		t.Errorf("%d failures, notes %v", g.failures, notes)
	}
}
