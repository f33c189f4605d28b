package platform

import (
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
)

// SelfCall is a call of a library method on its own object, of a method that subclasses may override.
type SelfCall struct {
	Member   classfile.Member
	Repeated bool // it may run more than once
}

// selfCaller is a row of selfcalls.tsv for one class.
type selfCaller struct {
	methods patterns
	calls   []SelfCall
}

// selfCallers are the rows of selfcalls.tsv, by class. It is the longest table, and few programs ask for it.
var selfCallers = sync.OnceValue(func() map[string][]*selfCaller {
	out := map[string][]*selfCaller{}
	for _, r := range readTable("selfcalls.tsv", "classes", "methods", "calls") {
		methods, calls := r.list("methods"), r.list("calls")
		for _, class := range r.list("classes") {
			c := &selfCaller{}
			for _, m := range methods {
				if p := parsePattern(m); !p.wellFormed() || !c.methods.add(p) {
					r.fail("%q is no method, or stands there already", m)
				}
			}
			for _, call := range calls {
				if call != "-" {
					c.calls = append(c.calls, r.selfCall(class, call))
				}
			}
			out[class] = append(out[class], c)
		}
	}
	return out
})

// selfCall parses a call of selfcalls.tsv: a name with a descriptor, and * if it is repeated.
func (r row) selfCall(class, call string) SelfCall {
	text, repeated := strings.CutSuffix(call, "*")
	return SelfCall{r.member(class, text), repeated}
}

// SelfCalls returns the methods that a library method calls on its own object and that subclasses may override; ok is false
// if they are not known. The constructor of an exception without a row calls what that of Throwable calls.
func SelfCalls(m classfile.Member) (calls []SelfCall, ok bool) {
	if calls, ok = selfCalls(m.Class, m); !ok && m.Name == "<init>" && IsThrowable(m.Class) {
		return selfCalls(Throwable, m)
	}
	return calls, ok
}

// selfCalls returns what a method calls by the rows of a class.
func selfCalls(class string, m classfile.Member) (calls []SelfCall, ok bool) {
	for _, c := range selfCallers()[class] {
		if c.methods.has(m.Name, m.Desc) {
			return c.calls, true
		}
	}
	return nil, false
}
