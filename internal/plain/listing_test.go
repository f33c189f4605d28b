package plain

import (
	"strings"
	"testing"
)

func TestListing(t *testing.T) {
	var l Listing
	l.Add(0, "class %s", "A\n::error::x\x1b[2J")
	l.Add(2, "%s", strings.Repeat("n", 2*maxListed))
	l.Add(1000, "deep")
	l.Add(0, "")
	got := strings.Split(l.String(), "\n")
	if want := `class A\n::error::x\x1b[2J`; got[0] != want {
		t.Errorf("got %q, want %q", got[0], want)
	}
	if len(got[1]) > maxListed+10 || !strings.HasPrefix(got[1], "    nnn") || !strings.Contains(got[1], " … ") {
		t.Errorf("a long line is %q", got[1])
	}
	if want := strings.Repeat("  ", maxIndent) + "deep"; got[2] != want {
		t.Errorf("got %q, want %q", got[2], want)
	}
	for range MaxListing {
		l.Add(0, "line")
	}
	if text := l.String(); strings.Count(text, "\n") != MaxListing+1 || !strings.HasSuffix(text, "... the rest is left out: it is more than 4000 lines\n") || !l.Full() {
		t.Errorf("%d lines, the end is %q", strings.Count(text, "\n"), text[len(text)-40:])
	}
}
