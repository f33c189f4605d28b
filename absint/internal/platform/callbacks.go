package platform

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// CallbackScope is the set of callbacks that platform code makes on its arguments and elements. Each value includes
// those before it.
type CallbackScope uint8

const (
	// CallsNothing is no callback.
	CallsNothing CallbackScope = iota
	// CallsCompare is equality and order of elements, perhaps by a comparator that the collection holds.
	CallsCompare
	// CallsElements is CallsCompare and hashCode and toString of elements.
	CallsElements
	// CallsAny is any method of the program that overrides one of the platform's.
	CallsAny
)

// called is a row of callbacks.tsv.
type called struct {
	member classfile.Member
	when   []string
}

var callbacks = func() (out []called) {
	for _, r := range readTable("callbacks.tsv", "class", "method", "desc", "when") {
		c := called{classfile.Member{Class: r.fields["class"], Name: r.fields["method"], Desc: r.fields["desc"]}, r.list("when")}
		for _, when := range c.when {
			if !slices.Contains([]string{"compare", "content", "collect", "serialize"}, when) && !strings.HasPrefix(when, "parameter:") {
				r.fail("no platform code calls when %q", when)
			}
		}
		if slices.ContainsFunc(out, func(x called) bool { return x.member == c.member }) {
			r.fail("%s.%s has a row already", c.member.Class, c.member.Name)
		}
		out = append(out, c)
	}
	return out
}()

// calledWhen returns the methods of the rows with a condition.
func calledWhen(when string) (out []classfile.Member) {
	for _, c := range callbacks {
		if slices.Contains(c.when, when) {
			out = append(out, c.member)
		}
	}
	return out
}

var (
	comparing = calledWhen("compare")
	contents  = calledWhen("content")
	collected = byClass(calledWhen("collect"))
	// Serializing are the methods by which an object writes itself to an ObjectOutputStream, by the interface that allows it.
	Serializing = calledWhen("serialize")
)

// byClass returns the methods by class.
func byClass(ms []classfile.Member) map[string]classfile.Member {
	out := map[string]classfile.Member{}
	for _, m := range ms {
		out[m.Class] = m
	}
	return out
}

// Callbacks returns the methods that platform code of a scope calls on its elements.
func Callbacks(scope CallbackScope) []classfile.Member {
	switch scope {
	case CallsNothing:
		return nil
	case CallsCompare:
		return comparing
	}
	return slices.Concat(comparing, contents)
}

// CollectorFunction returns the method of a functional interface that a collector calls for each element of a stream.
// ok is false if no collector is made of an object of that type.
func CollectorFunction(class string) (m classfile.Member, ok bool) {
	m, ok = collected[class]
	return m, ok
}

var parameterCalls = func() map[string][]classfile.Member {
	out := map[string][]classfile.Member{}
	for _, c := range callbacks {
		for _, when := range c.when {
			if class, ok := strings.CutPrefix(when, "parameter:"); ok {
				m := c.member
				m.Class, m.Interface = class, true
				out[class] = append(out[class], m)
			}
		}
	}
	return out
}()

// ParameterCalls returns the methods that library code calls on an argument of a type to iterate over it.
func ParameterCalls(class string) []classfile.Member { return parameterCalls[class] }
