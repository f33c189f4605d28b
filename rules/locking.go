package rules

import (
	_ "embed" // the table
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

//go:embed locking.tsv
var lockingTable string

// lockingCall is a row of locking.tsv.
type lockingCall struct {
	pair    string // the case of EL6005
	element bool   // the call is of an element, not beside what is
	made    bool   // the lock stays if the method makes the object
}

// locking are the rows of locking.tsv, by method.
var locking = func() map[classfile.Member]lockingCall {
	out := map[classfile.Member]lockingCall{}
	for c := range rows(lockingTable) {
		name, desc, _ := strings.Cut(c[1], "(")
		out[classfile.Member{Class: c[0], Name: name, Desc: "(" + desc}] = lockingCall{
			pair: c[2], element: c[3] == "element", made: slices.Contains(c[4:], "made"),
		}
	}
	return out
}()

// lockingElements returns the methods of locking.tsv that are of an element, as Needs has them.
func lockingElements() (out []string) {
	for c, k := range locking {
		if k.element {
			out = append(out, c.Class+"."+c.Name+c.Desc)
		}
	}
	slices.Sort(out)
	return out
}
