//go:build cgo && unix

package source

import (
	"os"
	"path/filepath"
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
		since time.Duration // of the processor, before the file
		now   *syscall.Rusage
		want  bool
	}{
		{0, at(grammarTime, 0), false},
		{0, at(grammarTime, time.Millisecond), true},
		{time.Hour, at(time.Hour, grammarTime), false},
		{time.Hour, at(time.Hour+grammarTime, time.Millisecond), true},
		{0, &syscall.Rusage{Maxrss: grammarMemory / maxrssUnit}, false},
		{0, &syscall.Rusage{Maxrss: grammarMemory/maxrssUnit + 1}, true},
	} {
		var g grammarUse
		g.since.Store(int64(c.since))
		if got := g.exceeded(c.now); got != c.want {
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

// TestGrammarIsGivenUp checks that files which the grammar cannot read cost a limited time together.
func TestGrammarIsGivenUp(t *testing.T) {
	g := grammar{failures: grammarFailures}
	dir := t.TempDir()
	ix := New([]string{dir}, dir)
	ix.parse = func(text []byte) (*syntax, error) {
		_, err := g.parse(text)
		return readJava(text), err
	}
	path := filepath.Join(dir, "A.java")
	if err := os.WriteFile(path, []byte("class A { void m() {} }"), 0o600); err != nil {
		t.Fatal(err)
	}
	ix.File("A", "")
	if f := ix.parsed(path); len(f.methods) != 1 || len(ix.Notes()) != 1 || ix.Notes()[0].Path != dir {
		t.Errorf("%d methods, notes %v", len(f.methods), ix.Notes())
	}
}
