package source

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/spec"
)

// maybeUnmarked matches the text of a file that may have a budget whose comment is not marked as one.
var maybeUnmarked = regexp.MustCompile(`(?i)@[ \t]*(?:energy|budget)\b|\benergy[ \t]*@|\+energy\b|\benergy[ \t]+[0-9][^\n]*;`)

// namesBudget reports whether a text has one of the words that maybeUnmarked searches for. Few files have, and the expression takes a hundred times as long.
func namesBudget(text []byte) bool {
	for i, c := range text {
		for _, word := range []string{"energy", "budget"} {
			if c|0x20 == word[0] && len(text)-i >= len(word) && strings.EqualFold(string(text[i:i+len(word)]), word) {
				return true
			}
		}
	}
	return false
}

// nearlyMarked matches what stands in the place of the marker and the keyword: "@ energy", "@budget", "ENERGY@", "+ENERGY energy",
// "@+ENERGY energy". Blanks and asterisks may stand before it.
var nearlyMarked = regexp.MustCompile(`^[\s*]*(?:@[ \t]*(?:energy|ENERGY|budget)|@?[ \t]*\+?(?i:ENERGY)[ \t]*@+[ \t]*(?:energy|budget)?|@?[ \t]*\+(?i:ENERGY)[ \t]+(?:energy|budget))(?:[ \t:=(]|<=?|≤)+`)

// bareClause matches a line that is a clause as it stands, with its semicolon and without any marker: "energy 5 mJ;".
var bareClause = regexp.MustCompile(`^[\s*]*(energy[ \t]+)[0-9][^;]*;[\s*]*$`)

// amount matches a number with what may be its unit.
var amount = regexp.MustCompile(`([0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)[ \t]*(\pL+)`)

// unmarkedBudget returns the budget in a line of a comment that is not marked as a specification, and where the line's text
// begins. It is none unless an energy follows at once, or the rest is a budget as it stands: prose mentions energy, too.
func unmarkedBudget(line string) (budget string, at int, ok bool) {
	m := nearlyMarked.FindStringIndex(line)
	bare := bareClause.FindStringSubmatchIndex(line)
	switch {
	case m == nil && bare == nil:
		return "", 0, false
	case m == nil:
		m = []int{0, bare[3]}
	}
	rest, _, _ := strings.Cut(line[m[1]:], ";")
	rest = strings.TrimRight(strings.TrimSpace(rest), ")* \t")
	found := amount.FindAllStringSubmatchIndex(rest, -1)
	i := slices.IndexFunc(found, func(a []int) bool {
		unit := rest[a[4]:a[5]]
		_, joule := quantity.Joule.Scale(unit)
		_, instruction := quantity.Instruction.Scale(unit)
		return joule == nil || instruction == nil
	})
	if i < 0 {
		return "", 0, false
	}
	begin := len(line[:m[1]]) - len(strings.TrimLeft(line[:m[1]], " \t*"))
	_, problems := spec.ParseClauses("", []spec.Fragment{{Text: "energy " + rest + ";", Line: 1, Col: 1}})
	switch {
	case len(problems) == 0:
		return rest, begin, true
	case i == 0 && found[0][0] == 0 && bare == nil:
		return rest[:found[0][1]], begin, true
	}
	return "", 0, false
}

// findUnmarked adds the budgets of a comment to the file's, one that is no specification.
func (f *file) findUnmarked(c span) {
	text := string(f.text[c.start:c.end])
	at, body := c.start+2, text[2:]
	if strings.HasPrefix(text, "/*") {
		body = strings.TrimSuffix(body, "*/")
	}
	if !maybeUnmarked.MatchString(body) {
		return
	}
	for line := range strings.Lines(body) {
		if budget, begin, ok := unmarkedBudget(strings.TrimRight(line, "\r\n")); ok {
			o := spec.Origin{File: f.path, Line: f.line(at + begin), Col: f.column(at + begin)}
			f.unmarked = append(f.unmarked, spec.Problem{Origin: o, Message: fmt.Sprintf("this budget has no effect, its comment is not marked as a specification: write //@ energy %s; before the method", budget)})
		}
		at += len(line)
	}
}

// Unmarked returns, sorted, the budgets in comments that are not marked as specifications, in all files that Class has read so
// far.
func (ix *Index) Unmarked() []spec.Problem {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	var ps []spec.Problem
	for _, e := range ix.files {
		ps = append(ps, e.file.unmarked...)
	}
	sortProblems(ps)
	return ps
}
