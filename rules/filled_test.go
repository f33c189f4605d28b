package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestFilledTable: the JDK has the methods of filled.tsv that make what is there to be read, and for each that fills or changes it a class
// that has it.
func TestFilledTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	has := func(class, name string) bool {
		return declares(db.Find, class, func(m classfile.Method) bool { return m.Name == name })
	}
	var made []string
	for class, names := range filledTable[rowMade] {
		if !strings.HasPrefix(class, "java/") {
			continue // a library that is not here
		}
		made = append(made, class)
		for _, name := range names {
			if !has(class, name) {
				t.Errorf("%s has no method %s", class, name)
			}
		}
	}
	if len(made) < 20 {
		t.Errorf("%d classes are made", len(made))
	}
	if len(filledTable[rowMessages]) == 0 {
		t.Error("no row of messages is read")
	}
	elsewhere := []string{"putFirst", "putLast", "build"} // of JDK 21, and of what a method builder returns
	for _, row := range []string{rowFills, rowChanges} {
		if len(filledTable[row]) != 3 {
			t.Errorf("%d classes have rows of what %s them", len(filledTable[row]), row)
		}
		for class, names := range filledTable[row] {
			for _, name := range names {
				if class == anyClass && !slices.ContainsFunc(made, func(c string) bool { return has(c, name) }) && !slices.Contains(elsewhere, name) || class != anyClass && !has(class, name) {
					t.Errorf("%s: no class has a method %s", class, name)
				}
			}
		}
	}
}
