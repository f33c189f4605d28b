package repair

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// line returns the number of the line of an offset, from 1.
func (f *File) line(offset int) int {
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
}

// column returns the column of an offset, from 1, in UTF-16 code units.
func (f *File) column(offset int) int {
	return 1 + len(utf16.Encode([]rune(string(f.text[f.lines[f.line(offset)-1]:offset]))))
}

func (f *File) edit(start, end int, text string) finding.Edit {
	return finding.Edit{Start: start, End: end, StartLine: f.line(start), StartColumn: f.column(start), EndLine: f.line(end), EndColumn: f.column(end), Text: text}
}

// fix returns the repair that makes sorted edits. The lines that people are shown are those of edits of existing text.
func (f *File) fix(title string, edits []finding.Edit) *finding.Fix {
	x := &finding.Fix{Description: title, Edits: edits}
	shown := slices.DeleteFunc(slices.Clone(edits), func(e finding.Edit) bool { return e.Start == e.End && strings.Contains(e.Text, "\n") })
	if len(shown) == 0 {
		shown = edits
	}
	x.StartLine, x.EndLine = shown[0].StartLine, f.line(max(shown[len(shown)-1].Start, shown[len(shown)-1].End-1))
	from, to := f.lines[x.StartLine-1], len(f.text)
	if x.EndLine < len(f.lines) {
		to = f.lines[x.EndLine]
	}
	var b strings.Builder
	at := from
	for _, e := range shown {
		b.Write(f.text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	b.Write(f.text[min(at, to):to])
	x.Text = b.String()
	return x
}

// Apply makes the edits of fixes in a text, of each fix all or none: a fix that overlaps one before it is left out. taken says which
// are made.
func Apply(text []byte, fixes []*finding.Fix) (out []byte, taken []bool) {
	taken = make([]bool, len(fixes))
	var edits []finding.Edit
	for i, x := range fixes {
		if made(x, fixes[:i], taken) {
			taken[i] = true
			continue
		}
		var own []finding.Edit
		conflict := len(x.Edits) == 0
		for _, e := range x.Edits {
			conflict = conflict || e.Start < 0 || e.Start > e.End || e.End > len(text)
			known := false
			for _, o := range edits {
				// The same import may be needed twice.
				known = known || e.Start == e.End && e.Start == o.Start && e.End == o.End && e.Text == o.Text
				conflict = conflict || overlap(e, o)
			}
			if !known {
				own = append(own, e)
			}
		}
		if !conflict {
			taken[i] = true
			edits = append(edits, own...)
		}
	}
	slices.SortStableFunc(edits, func(a, b finding.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	at := 0
	for _, e := range edits {
		out = append(append(out, text[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, text[at:]...), taken
}

// made reports whether one of the fixes that are taken makes the same edits.
func made(x *finding.Fix, before []*finding.Fix, taken []bool) bool {
	for i, o := range before {
		if taken[i] && slices.Equal(x.Edits, o.Edits) {
			return true
		}
	}
	return false
}

// overlap reports whether two edits change the same text. Insertions at one place come one behind the other.
func overlap(a, b finding.Edit) bool {
	if a.Start == a.End && b.Start == b.End {
		return false
	}
	return a.Start <= b.End && b.Start <= a.End
}

// behindBrace returns the offset where a line can be inserted at the beginning of a block or a body: behind its brace, and behind the
// comments that end the line of the brace.
func (f *File) behindBrace(body *source.Node) int {
	brace := body.Children[0].End
	at := brace
	for _, c := range body.Children[1:] {
		switch {
		case f.line(c.Start) > f.line(brace):
			return at
		case !c.Comment() || f.line(c.End-1) > f.line(brace):
			return brace
		}
		at = c.Start + len(strings.TrimRight(f.str(c), "\r\n"))
	}
	return brace
}
