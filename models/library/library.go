// Package library models what calls of library methods cost: pattern counts as formulas of the sizes of receiver
// and arguments, and what a call does to those sizes (semantics section 5). Entries are TOML; users add their own
// and override shipped ones.
package library

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tomlline"
	"github.com/energylint/energylint/models/formula"
)

// Case says what an entry's cost is.
type Case uint8

const (
	// Worst is an upper bound over all executions of the given sizes.
	Worst Case = iota
	// Expected is the usual path, where the worst one is meaningless: a hash table without long chains.
	Expected
)

// String returns the case as files spell it.
func (c Case) String() string {
	if c == Expected {
		return "expected"
	}
	return "worst"
}

// Entry is the model of one method.
type Entry struct {
	// Class is the owner's internal name, java/util/HashMap; Descriptor is "*" where the entry holds for every
	// overload. Of a function that another method makes, the class is that of the method, and the name is naturalOrder().compare.
	Class, Name, Descriptor string
	Case                    Case
	// Cost is what one call costs besides the call itself, which the caller's own tiles count.
	Cost []Item
	// Callbacks are the methods of its arguments that the call calls: a comparator, a lambda. Their cost is not in
	// Cost.
	Callbacks []Callback
	// Returns is the value of an int or long result, ResultSize the length or size, at most, of the object that is returned, and
	// ReceiverSize the receiver's size after the call, at most, in terms of the sizes before the call. Nil where the entry says nothing
	// about it: then a result is unknown, and a receiver keeps its size.
	Returns, ResultSize, ReceiverSize formula.Expr
	// ReceiverUnknown says that the receiver has another size afterwards, and no formula here gives it.
	ReceiverUnknown bool
	// Closed says that the call runs no code of the program but its callbacks: neither of its receiver, as long as that
	// is of a class of the platform, nor of its arguments.
	Closed bool
	// Basis says what was counted to get these numbers.
	Basis string
	// File and Line say where the entry stands.
	File string
	Line int
}

// Item is a pattern and how often it runs.
type Item struct {
	Pattern pattern.ID
	Count   formula.Expr
}

// Element stands for the argument of a callback on what a function is called with.
const Element = -2

// Callback is a method that a call calls on one of its arguments, or on the elements of one.
type Callback struct {
	// Argument is the number of the declared parameter whose method is called, formula.Receiver, or Element. In the model of a
	// function, the parameters are those of the method that makes it.
	Argument int
	// Result reports whether the method is called on what the argument, a function, returns.
	Result bool
	// Class is the class whose objects are called back, where the parameter's type is a wider one, with slashes; else empty.
	Class string
	// Method is the name and descriptor of the method.
	Method string
	// Count is how often.
	Count formula.Expr
}

// Counts evaluates the cost at given sizes. A count that comes out below 0 is 0. See Eval for the errors.
func (e *Entry) Counts(value func(formula.Symbol) (float64, bool)) (pattern.Counts, error) {
	var sum pattern.Counts
	for _, item := range e.Cost {
		n, err := formula.Eval(item.Count, value)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			sum = sum.Add(pattern.Single(item.Pattern, n))
		}
	}
	return sum, nil
}

// Symbols returns the symbols that the cost and the callbacks depend on.
func (e *Entry) Symbols() []formula.Symbol {
	var out []formula.Symbol
	add := func(x formula.Expr) {
		for _, s := range formula.Symbols(x) {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	for _, item := range e.Cost {
		add(item.Count)
	}
	for _, c := range e.Callbacks {
		add(c.Count)
	}
	return out
}

// Library is a set of entries. It is safe for concurrent use.
type Library struct {
	byName map[string][]*Entry // class.name
	lazy   *catalog            // of entries whose text is read when they are asked for; nil for none
	base   *Library            // where to look for what is not here
}

// Entries returns all entries, by class, name and descriptor.
func (l *Library) Entries() []*Entry {
	var out []*Entry
	seen := map[*Entry]bool{}
	add := func(e *Entry) {
		if !seen[e] {
			seen[e] = true
			out = append(out, e)
		}
	}
	for _, es := range l.byName {
		for _, e := range es {
			add(e)
		}
	}
	if l.lazy != nil {
		for name := range l.lazy.names() {
			for _, e := range l.lazy.find(name) {
				add(e)
			}
		}
	}
	if l.base != nil {
		for _, e := range l.base.Entries() {
			if _, overridden := l.lookup(e.Class, e.Name, e.Descriptor); !overridden {
				add(e)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Entry) int {
		return strings.Compare(a.Class+"."+a.Name+a.Descriptor, b.Class+"."+b.Name+b.Descriptor)
	})
	return out
}

// Lookup returns the entry for a method: the one with its descriptor, else the one for every overload. class is
// the internal name of exactly the class that the entry names; who asks for a subclass asks again.
func (l *Library) Lookup(class, name, descriptor string) (*Entry, bool) {
	for ; l != nil; l = l.base {
		if e, ok := l.lookup(class, name, descriptor); ok {
			return e, true
		}
	}
	return nil, false
}

func (l *Library) lookup(class, name, descriptor string) (*Entry, bool) {
	key := class + "." + name
	var any *Entry
	for _, e := range l.byName[key] {
		switch e.Descriptor {
		case descriptor:
			return e, true
		case "*":
			any = e
		}
	}
	if l.lazy != nil {
		for _, e := range l.lazy.find(key) {
			switch e.Descriptor {
			case descriptor:
				return e, true
			case "*":
				any = e
			}
		}
	}
	return any, any != nil
}

// Merge returns the library with the entries of user in front: one of the same method replaces the shipped one,
// and one for every overload replaces them all.
func (l *Library) Merge(user *Library) *Library {
	if user == nil {
		return l
	}
	top := *user
	if top.base != nil {
		top.base = l.Merge(top.base)
	} else {
		top.base = l
	}
	return &top
}

func byNames(entries []*Entry) *Library {
	l := &Library{byName: make(map[string][]*Entry, len(entries))}
	for _, e := range entries {
		l.byName[e.Class+"."+e.Name] = append(l.byName[e.Class+"."+e.Name], e)
	}
	return l
}

// Parse reads library models from the text of a file; file is for messages. All problems are reported, joined.
func Parse(file string, data []byte) (*Library, error) {
	entries, err := parse(file, data)
	if err != nil {
		return nil, err
	}
	if err := duplicates(entries); err != nil {
		return nil, err
	}
	return byNames(entries), nil
}

func duplicates(entries []*Entry) error {
	first := map[string]*Entry{}
	var errs []error
	for _, e := range entries {
		key := e.Class + "." + e.Name + e.Descriptor
		if f, ok := first[key]; ok {
			errs = append(errs, &tomlline.Error{File: e.File, Line: e.Line, Text: fmt.Sprintf("%s has a model already, at %s:%d", key, f.File, f.Line)})
			continue
		}
		first[key] = e
	}
	return errors.Join(errs...)
}
