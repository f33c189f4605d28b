package platform

import (
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// ViewCall is a call that an iterator or a view of a library object makes on the object, at most once in a call of its own.
type ViewCall struct {
	Source string             // class of the object
	MadeBy []classfile.Member // methods of Source that make the view
	Member classfile.Member   // the method of Source that is called
}

// viewCalls are the rows of viewcalls.tsv, by the method of the view.
var viewCalls = func() map[classfile.Member][]ViewCall {
	out := map[classfile.Member][]ViewCall{}
	for _, r := range readTable("viewcalls.tsv", "types", "methods", "sources", "made-by", "calls") {
		for _, source := range r.list("sources") {
			r.addViewCalls(source, out)
		}
	}
	return out
}()

// addViewCalls adds the calls of a row on objects of one class.
func (r row) addViewCalls(source string, out map[classfile.Member][]ViewCall) {
	var makers []classfile.Member
	for _, m := range r.list("made-by") {
		makers = append(makers, r.member(source, m))
	}
	for _, class := range r.list("types") {
		for _, m := range r.list("methods") {
			k := r.member(class, m)
			for _, call := range r.list("calls") {
				out[k] = append(out[k], ViewCall{source, makers, r.member(source, call)})
			}
		}
	}
}

// member parses a method of a table that has a name and a descriptor.
func (r row) member(class, text string) classfile.Member {
	i := strings.IndexByte(text, '(')
	if i <= 0 || !strings.Contains(text, ")") {
		r.fail("%q is no method with a descriptor", text)
		return classfile.Member{}
	}
	return classfile.Member{Class: class, Name: text[:i], Desc: text[i:]}
}

// ViewCalls returns the calls that a library object makes on the object that it is an iterator or a view of, where m is called
// on it.
func ViewCalls(m classfile.Member) []ViewCall { return viewCalls[m] }
