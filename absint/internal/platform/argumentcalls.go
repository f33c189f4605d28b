package platform

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// ArgumentCaller is a row of argumentcalls.tsv: what a library method calls on an argument.
type ArgumentCaller struct {
	Class    string // the rows of a class hold for those below it
	Argument int
	Calls    []classfile.Member
}

// argumentCaller is a row with the methods that it is for.
type argumentCaller struct {
	ArgumentCaller
	methods patterns
}

// argumentCallers are the rows of argumentcalls.tsv, by the name of the method.
var argumentCallers = func() map[string][]*argumentCaller {
	out := map[string][]*argumentCaller{}
	for _, r := range readTable("argumentcalls.tsv", "classes", "methods", "argument", "calls") {
		argument, err := strconv.Atoi(r.fields["argument"])
		if err != nil {
			r.fail("%q is no position of an argument", r.fields["argument"])
		}
		var calls []classfile.Member
		for _, call := range r.list("calls") {
			class, method, ok := strings.Cut(call, ".")
			if !ok {
				r.fail("%q is no method", call)
			}
			calls = append(calls, r.member(class, method))
		}
		for _, class := range r.list("classes") {
			c := &argumentCaller{ArgumentCaller: ArgumentCaller{class, argument, calls}}
			for _, m := range r.list("methods") {
				p := parsePattern(m)
				if !p.wellFormed() || !c.methods.add(p) {
					r.fail("%q is no method, or stands there already", m)
				}
				name, _, _ := strings.Cut(m, "(")
				out[name] = append(out[name], c)
			}
		}
	}
	return out
}()

// ArgumentCallers returns the rows for a library method, where its class is the row's or below it.
func ArgumentCallers(m classfile.Member) (out []ArgumentCaller) {
	for _, c := range argumentCallers[m.Name] {
		if c.methods.has(m.Name, m.Desc) {
			out = append(out, c.ArgumentCaller)
		}
	}
	return out
}
