package platform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// ContentCall is a row of elementcalls.tsv: a call that a library method makes on elements of its operands.
type ContentCall struct {
	Class    string           // the rows of a class hold for those below it
	Elements ArgumentElements // what is called
	Called   classfile.Member // unless the elements are found in a collection
	FindIn   Operand
	Finds    bool
	Adds     bool     // the elements are added to the collection, which finds them without a scan
	Number   int      // of calls, times
	Times    []Factor // these
}

// Operand is an operand of a library call: -1 for its receiver, otherwise an argument.
type Operand int

// FunctionResult stands for what the first function of a collector returns.
const FunctionResult Operand = -2

// ArgumentElements are the elements of a type argument of an operand.
type ArgumentElements struct {
	Operand
	Argument int
	Inner    int // the type argument of that, -1 for none
}

// Factor is what a number of calls is a product of.
type Factor struct {
	Of   Operand
	Kind FactorKind
}

// FactorKind is what is taken of a size.
type FactorKind uint8

const (
	Whole   FactorKind = iota // the size
	Levels                    // its logarithm
	Sorted                    // the comparisons of a sort
	Entries                   // the length of an array
)

// contentCalls are the rows of elementcalls.tsv, by the name of the method and its parameters.
var contentCalls = func() map[string][]ContentCall {
	called := map[string]classfile.Member{"hashCode": HashCode, "equals": Equals, "compareTo": CompareTo, "toString": ToString}
	out := map[string][]ContentCall{}
	for _, r := range readTable("elementcalls.tsv", "classes", "methods", "elements", "calls", "times") {
		c := ContentCall{Number: 1}
		c.Elements = r.elements()
		var ok bool
		in, finds := strings.CutPrefix(r.fields["calls"], "find:")
		added, adds := strings.CutPrefix(in, "add:")
		if finds || adds {
			c.FindIn, c.Finds, c.Adds = r.operand(added), true, adds
		} else if c.Called, ok = called[in]; !ok {
			r.fail("no element is called by %q", in)
		}
		for _, text := range r.list("times") {
			if n, err := strconv.Atoi(text); err == nil {
				c.Number *= n
			} else if text != "once" {
				c.Times = append(c.Times, r.factor(text))
			}
		}
		for _, class := range r.list("classes") {
			for _, m := range r.list("methods") {
				c.Class = class
				out[m] = append(out[m], c)
			}
		}
	}
	return out
}()

// elements parses a type argument of an operand, or the result of a function.
func (r row) elements() ArgumentElements {
	text := r.fields["elements"]
	if text == "result0" {
		return ArgumentElements{Operand: FunctionResult, Inner: -1}
	}
	parts := strings.Split(text, ":")
	e := ArgumentElements{Inner: -1}
	for i, part := range parts[1:] {
		n, err := strconv.Atoi(part)
		if err != nil || i > 1 {
			r.fail("%q is no type argument of an operand", text)
		} else if i == 0 {
			e.Argument = n
		} else {
			e.Inner = n
		}
	}
	if len(parts) < 2 {
		r.fail("%q is no type argument of an operand", text)
	}
	e.Operand = r.operand(parts[0])
	return e
}

// operand parses this, arg0 and so on.
func (r row) operand(text string) Operand {
	if text == "this" {
		return -1
	}
	n, err := strconv.Atoi(strings.TrimPrefix(text, "arg"))
	if err != nil {
		r.fail("%q is no operand", text)
	}
	return Operand(n)
}

// factor parses the size of an operand, or what is taken of it.
func (r row) factor(text string) Factor {
	kind, of, ok := strings.Cut(text, ":")
	if !ok {
		return Factor{Of: r.operand(text)}
	}
	kinds := []string{Levels: "levels", Sorted: "sort"}
	k := slices.Index(kinds, kind)
	if k <= 0 {
		r.fail("%q is no number of calls", text)
		return Factor{}
	}
	return Factor{r.operand(of), FactorKind(k)}
}

// ContentCalls returns the calls that a library method makes on elements of its operands, where its class is the row's or below it.
func ContentCalls(m classfile.Member) []ContentCall {
	exact := contentCalls[m.Name+m.Desc[:strings.IndexByte(m.Desc, ')')+1]]
	if all := contentCalls[m.Name+"(*)"]; all != nil { // perhaps of another class
		return slices.Concat(all, exact)
	}
	return exact
}
