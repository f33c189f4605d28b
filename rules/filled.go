package rules

import (
	_ "embed" // the table
	"maps"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

//go:embed filled.tsv
var filledText string

// filledTable are the rows of filled.tsv, by what they say and by class.
var filledTable = func() map[string]map[string][]string {
	out := map[string]map[string][]string{}
	for c := range rows(filledText) {
		if out[c[0]] == nil {
			out[c[0]] = map[string][]string{}
		}
		out[c[0]][c[1]] = append(out[c[0]][c[1]], strings.Fields(c[2])...)
	}
	return out
}()

// What the rows say of methods.
const (
	rowMade     = "made"     // make what is there to be read
	rowFills    = "fills"    // fill it
	rowChanges  = "changes"  // need something to be there, or nothing
	rowMessages = "messages" // fill, by the beginnings of their names, and return what they fill
)

// anyClass stands for the classes without a row of their own.
const anyClass = "*"

// filledNames returns the methods of which the table says something for a class.
func filledNames(row, class string) []string {
	if names, ok := filledTable[row][class]; ok || row == rowMade {
		return names
	}
	return filledTable[row][anyClass]
}

// isFilled reports whether the objects that a class's constructors make are there to be read.
func isFilled(class string) bool { return slices.Contains(filledNames(rowMade, class), "<init>") }

// buildsMessages reports whether a call makes what builds a message of a generated class: Point.newBuilder().
func (e *Engine) buildsMessages(c classfile.Member) bool {
	return c.Name == "newBuilder" && strings.HasPrefix(c.Desc, "()") && e.messageSetters(className(classfile.Return(c.Desc))) != nil
}

// messageSetters returns the beginnings of the names of the methods that fill what a class builds; nil where it builds no messages.
func (e *Engine) messageSetters(class string) []string {
	for _, above := range slices.Sorted(maps.Keys(filledTable[rowMessages])) {
		if e.IsClass(class, above) {
			return filledTable[rowMessages][above]
		}
	}
	return nil
}
