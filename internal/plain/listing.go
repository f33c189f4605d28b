package plain

import (
	"fmt"
	"strings"
)

// MaxListing bounds the lines of a Listing: whoever reads more of one method looks for something else.
const MaxListing = 4000

// maxListed bounds the bytes of one line of a Listing.
const maxListed = 400

// maxIndent bounds the depth by which a line is indented.
const maxIndent = 24

// Listing is text for people of at most MaxListing lines, each made plain and not too long, whatever names are in it.
type Listing struct {
	b    strings.Builder
	n    int
	over bool // something is left out
}

// Add appends a line, indented by two spaces for each level.
func (l *Listing) Add(level int, format string, args ...any) {
	if l.Full() {
		return
	}
	l.n++
	line := fmt.Sprintf(format, args...)
	if line != "" {
		l.b.WriteString(strings.Repeat("  ", min(level, maxIndent)))
		l.b.WriteString(strings.TrimRight(Short(Line(line), maxListed), " "))
	}
	l.b.WriteByte('\n')
}

// Full reports whether no further lines are taken, and something is left out: who asks has something to add.
func (l *Listing) Full() bool {
	l.over = l.over || l.n >= MaxListing
	return l.over
}

// String returns the lines, and that some are left out where they are.
func (l *Listing) String() string {
	if !l.over {
		return l.b.String()
	}
	return l.b.String() + fmt.Sprintf("... the rest is left out: it is more than %d lines\n", MaxListing)
}
