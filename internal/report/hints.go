package report

import (
	"fmt"
	"strings"
)

// remedy is how to supply one kind of what a result misses.
type remedy struct {
	sign  string // a part of the texts that the analysis writes about it
	first bool   // the texts begin with it
	hint  string // %q stands for what precedes the sign
}

// notHeld ends the reason that a caller does not keep the precondition of a callee.
const notHeld = ", which is not known to hold here"

// remedies are in the order in which they are shown. A text has the remedy of the first sign in it.
var remedies = []remedy{
	{sign: " has no upper bound", hint: "To bound a size: [[assume]] symbol = %q, max = 100 in energylint.toml, or //@ requires for a parameter"},
	{sign: "the loop at ", first: true, hint: "To bound a loop: //@ loop_bound 64; in front of it, or a variant, //@ decreases n - i;"},
	{sign: notHeld, hint: "To keep the precondition of a callee: test it before the call, or write //@ requires of the same on the caller"},
	{sign: " may not hold at the recursive call", hint: "To use measured_by: test the precondition before the recursive call, or weaken requires until the call keeps it"},
	{sign: " to a depth that has no bound", hint: "To bound a recursion: //@ measured_by n; on the method, where n is at least 0 and decreases with each call"},
	{sign: " its library is not on the class path", hint: "To price a call: the jars of its library (--classpath PATH), a model of it (--library FILE), or an energy for all such calls (--unknown-calls ENERGY)"},
	{sign: " has no price", hint: "To price a call: a library model (--library FILE), or an energy for all such calls (--unknown-calls ENERGY)"},
	{sign: "the bound holds only if ", hint: "To exclude an overflow: //@ requires on the parameters, such as 0 <= n && n <= 1000;"},
}

// hints returns how to supply what is missing, each kind once, with the first size that has no bound as its example.
func hints(missing []string) []string {
	found := make([]string, len(remedies))
	for _, m := range missing {
		for i, r := range remedies {
			before, _, ok := strings.Cut(oneLine(m), r.sign)
			if !ok || r.first && before != "" {
				continue
			}
			if found[i] == "" {
				found[i] = r.hint
				if strings.Contains(r.hint, "%q") {
					found[i] = fmt.Sprintf(r.hint, before)
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
