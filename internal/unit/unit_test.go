package unit

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

func program(jobs int, names ...string) (*Program, *Unit) {
	var cs []*classfile.Class
	u := &Unit{Name: "app.jar"}
	for _, n := range names {
		c := &classfile.Class{Name: n}
		cs = append(cs, c)
		u.Classes = append(u.Classes, &Class{Class: c, Path: "app.jar!/" + n + ".class", Input: "app.jar"})
	}
	u.Program = NewProgram(callgraph.New(cs, nil, jobs), u.Classes, jobs)
	return u.Program, u
}

func TestEachClassIsolatesPanics(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		p, u := program(jobs, "a/A", "a/B", "a/C")
		var ran atomic.Int32
		u.EachClass(func(_ int, c *Class) {
			if c.Name == "a/B" {
				var none []int
				_ = none[3]
			}
			ran.Add(1)
		})
		ns := p.Notifications()
		if ran.Load() != 2 || len(ns) != 1 {
			t.Fatalf("%d classes ran, notifications %+v", ran.Load(), ns)
		}
		n := ns[0]
		if n.Path != "app.jar!/a/B.class" || n.Level != finding.Error || !strings.Contains(n.Message, "index out of range") || !strings.Contains(n.Message, " at internal/unit/unit_test.go:") {
			t.Errorf("notification: %+v", n)
		}
	}
}

// TestOriginOfPanicThatGoesOn checks that the place which is named is that of the panic, not of a deferred function that lets it go on.
func TestOriginOfPanicThatGoesOn(t *testing.T) {
	p, _ := program(1, "a/A")
	panics := func() { panic("wrong") } // here
	_, _, line, _ := runtime.Caller(0)
	p.Isolate(p.Classes()[0], nil, func() {
		defer func() {
			if r := recover(); r != nil {
				panic(r)
			}
		}()
		panics()
	})
	if ns := p.Notifications(); len(ns) != 1 || !strings.Contains(ns[0].Message, fmt.Sprintf("wrong at internal/unit/unit_test.go:%d;", line-1)) {
		t.Errorf("notifications %+v", ns)
	}
}

func TestOnce(t *testing.T) {
	p, _ := program(2)
	type key struct{}
	var calls atomic.Int32
	p.Parallel(8, func(int) {
		v, err := p.Once(key{}, func() (any, error) { return int(calls.Add(1)), nil })
		if v != 1 || err != nil {
			t.Errorf("Once = %v, %v", v, err)
		}
	})
}

func TestNotificationsAreSortedAndUnique(t *testing.T) {
	p, _ := program(1)
	for _, n := range []finding.Notification{{Path: "b", Message: "x"}, {Path: "a", Message: "y"}, {Path: "b", Message: "x"}, {Path: "a", Message: "x"}} {
		p.Notify(n)
	}
	var got []string
	for _, n := range p.Notifications() {
		got = append(got, n.Path+n.Message)
	}
	if s := strings.Join(got, " "); s != "ax ay bx" {
		t.Errorf("got %s", s)
	}
}

func TestPathOfAForeignClass(t *testing.T) {
	p, _ := program(1, "a/A")
	if p.Path("x/Y") != "x/Y" || p.Input("a/A") != "app.jar" {
		t.Errorf("Path = %q, Input = %q", p.Path("x/Y"), p.Input("a/A"))
	}
}
