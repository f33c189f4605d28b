package main

import (
	"fmt"
	"strings"
)

// A generator makes hostile classes of a size: a listing for randprog.Assemble. Above limit a size is not valid: the class
// file format or the assembler, which makes no wide branches, cannot hold it.
type generator struct {
	name  string
	start int // the first size
	limit int // the last one
	make  func(l *listing, n int)
}

// listing is an assembler listing under construction.
type listing struct{ strings.Builder }

func (l *listing) line(format string, args ...any) { fmt.Fprintf(l, format+"\n", args...) }

// method begins a static method.
func (l *listing) method(name, desc string, locals int) {
	l.line("method %s %s %d", name, desc, locals)
}

// code adds instructions and labels, separated by a semicolon and a space.
func (l *listing) code(format string, args ...any) {
	for in := range strings.SplitSeq(fmt.Sprintf(format, args...), "; ") {
		if in = strings.TrimSpace(in); strings.HasSuffix(in, ":") {
			l.line("%s", in)
		} else {
			l.line("  %s", in)
		}
	}
}

// repeat calls f with 0 to n-1.
func (l *listing) repeat(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}

// generators are all attacks, by what they are aimed at.
func generators() []generator {
	var all []generator
	for _, list := range [][]generator{loopAttacks, flowAttacks, valueAttacks, callAttacks, hierarchyAttacks, formatAttacks} {
		all = append(all, list...)
	}
	return all
}

// names returns n numbered names, each behind a prefix.
func names(prefix string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %s%d", prefix, i)
	}
	return b.String()
}
