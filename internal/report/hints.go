package report

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/finding"
)

// remedy is how to supply one kind of what a result misses.
type remedy struct {
	sign  string // a part of the texts that the analysis writes about it
	first bool   // the texts begin with it
	hint  string // the first %q stands for what precedes the sign, the second for the method
}

// notHeld ends the reason that a caller does not keep the precondition of a callee.
const notHeld = ", which is not known to hold here"

// remedies are in the order in which they are shown. A text has the remedy of the first sign in it.
var remedies = []remedy{
	{sign: " has no upper bound", hint: "To bound a size: [[assume]] symbol = %q, method = %q, max = 100 in energylint.toml, or //@ requires for a parameter"},
	{sign: "the loop at ", first: true, hint: "To bound a loop: //@ loop_bound 64; in front of it, or a variant, //@ decreases n - i;"},
	{sign: notHeld, hint: "To keep the precondition of a callee: test it before the call, or write //@ requires of the same on the caller"},
	{sign: " may not hold at the recursive call", hint: "To use measured_by: test the precondition before the recursive call, or weaken requires until the call keeps it"},
	{sign: " to a depth that has no bound", hint: "To bound a recursion: //@ measured_by n; on the method, where n is at least 0 and decreases with each call"},
	{sign: " its library is not on the class path", hint: "To price a call: the jars of its library (--classpath PATH), a model of it (--library FILE), or an energy for all such calls (--unknown-calls ENERGY)"},
	{sign: " its class file could not be read", hint: ""}, // the problems of the analysis say what to do
	{sign: " has no price", hint: "To price a call: a library model (--library FILE), or an energy for all such calls (--unknown-calls ENERGY)"},
	{sign: "the bound holds only if ", hint: "To exclude an overflow: //@ requires on the parameters, such as 0 <= n && n <= 1000;"},
}

// lack is something that the result of a method misses.
type lack struct {
	text   string
	method string // as patterns write it, every overload
}

// lacksOf returns what the result of the method at l misses.
func lacksOf(l finding.Location, missing []string) []lack {
	out := make([]lack, len(missing))
	for i, m := range missing {
		out[i] = lack{m, l.ClassName() + "." + l.Method}
	}
	return out
}

// hints returns how to supply what is missing, each kind once, with the first size that has no bound as its example.
func hints(missing []lack) []string {
	found := make([]string, len(remedies))
	for _, m := range missing {
		for i, r := range remedies {
			before, _, ok := strings.Cut(oneLine(m.text), r.sign)
			if !ok || r.first && before != "" {
				continue
			}
			if found[i] == "" {
				found[i] = r.hint
				if strings.Contains(r.hint, "%q") {
					found[i] = fmt.Sprintf(r.hint, before, oneLine(m.method))
				}
			}
			break
		}
	}
	var out []string
	for _, h := range found {
		if h != "" {
			out = append(out, h)
		}
	}
	return out
}
