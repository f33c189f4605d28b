package expr

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Condition says that a Size lies in a range. It is what must hold for an expression to agree with the program's
// own int or long arithmetic: `n + 1` is one more than n only where n is below the largest int.
type Condition struct {
	Size   Size
	Lo, Hi float64
	// Requires is the method whose precondition asks for it, empty where arithmetic does.
	Requires string
}

// String says what is required, for people.
func (c Condition) String() string {
	switch {
	case math.IsInf(c.Lo, -1):
		return fmt.Sprintf("%s <= %s", c.Size, Number(c.Hi))
	case math.IsInf(c.Hi, 1):
		return fmt.Sprintf("%s >= %s", c.Size, Number(c.Lo))
	}
	return fmt.Sprintf("%s <= %s <= %s", Number(c.Lo), c.Size, Number(c.Hi))
}

// same says whether two conditions demand the same. One of nothing that can be said never holds, whatever it was.
func (c Condition) same(d Condition) bool {
	return c.Lo == d.Lo && c.Hi == d.Hi && (c.Size.Top && d.Size.Top || c.Size.Equal(d.Size))
}

func Number(v float64) string {
	if math.Abs(v) >= 1<<53 && math.Abs(v) < 1<<63 { // all its digits, not as few as tell it from its neighbours
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// plainly says the same of what a quotient is made from: floor(n / 2) <= 3 is n <= 7.
func (c Condition) plainly() Condition {
	k := c.Size.constant()
	q := c.Size.AddInt(-k)
	if len(q.Terms) != 1 || q.Terms[0].Coef != 1 || len(q.Terms[0].Mono) != 1 || q.Terms[0].Mono[0].Kind != DivAtom || c.Size.Top {
		return c
	}
	a := q.Terms[0].Mono[0]
	by := float64(a.K)
	return Condition{Size: a.Args[0], Lo: (c.Lo - float64(k)) * by, Hi: (c.Hi-float64(k))*by + by - 1, Requires: c.Requires}
}

// Tightest leaves out of conditions those that others imply: the same, or one that differs by a constant.
func Tightest(conds []Condition) []Condition {
	var out []Condition
	conds = slices.Clone(conds)
	for i := range conds {
		conds[i] = conds[i].plainly()
	}
	for i, c := range conds {
		implied := false
		for j, d := range conds {
			k, ok := d.Size.Sub(c.Size).Int() // c.Size is d.Size - k
			if i == j || !ok || c.Requires != d.Requires {
				continue
			}
			lo, hi := d.Lo-float64(k), d.Hi-float64(k)
			same := lo == c.Lo && hi == c.Hi
			implied = implied || lo >= c.Lo && hi <= c.Hi && (!same || j < i)
		}
		if !implied {
			out = append(out, c)
		}
	}
	return out
}

// ConditionTexts writes conditions for people, each once, without those that others imply.
func ConditionTexts(conds []Condition) []string {
	var out []string
	for _, c := range Tightest(conds) {
		if text := c.String(); !c.Size.Top && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// Refuted is the reason why a bound under a condition that no arguments satisfy is none.
func (c Condition) Refuted() string {
	switch {
	case c.Size.Top:
		return "its bound " + TooLarge
	case c.Requires != "":
		return fmt.Sprintf("%s requires %s, which never holds here", c.Requires, c)
	}
	switch o := c.overflow(); {
	case o == "":
	case math.IsInf(c.Lo, -1):
		return fmt.Sprintf("%s: %s is above %s", o, c.Size, Number(c.Hi))
	case math.IsInf(c.Hi, 1):
		return fmt.Sprintf("%s: %s is below %s", o, c.Size, Number(c.Lo))
	default:
		return fmt.Sprintf("%s: %s is not in %s to %s", o, c.Size, Number(c.Lo), Number(c.Hi))
	}
	return fmt.Sprintf("the bound holds only if %s, which never holds here", c)
}

// Unmet is the reason why a bound under a condition that some arguments do not satisfy is none of every call.
func (c Condition) Unmet() string {
	if c.Requires != "" {
		return fmt.Sprintf("%s requires %s, which is not known to hold here", c.Requires, c)
	}
	if o := c.overflow(); o != "" {
		return fmt.Sprintf("the bound holds only if %s (%s otherwise)", c, o)
	}
	return fmt.Sprintf("the bound holds only if %s", c)
}

// overflow names the arithmetic that overflows where the condition does not hold: int or long. It is empty where no
// end of the range is one of the type's.
func (c Condition) overflow() string {
	high := c.Hi >= math.MaxInt32 && !math.IsInf(c.Hi, 1)
	low := c.Lo <= math.MinInt32 && !math.IsInf(c.Lo, -1)
	switch {
	case high && c.Hi > math.MaxInt32 || low && c.Lo < math.MinInt32:
		return "long overflow"
	case high || low:
		return "int overflow"
	}
	return ""
}

// maxConditions bounds the conditions of a method's cost: a call passes on all that do not hold at once, and a method that calls
// another twice would have twice as many.
const maxConditions = 64

// maxConditionAtoms bounds the sizes that all conditions of a cost mention together.
const maxConditionAtoms = 1024

// TooManyConditions reports whether conditions are too many, or too large, to be passed on to callers.
func TooManyConditions(conds []Condition) bool {
	atoms := 0
	for _, c := range conds {
		atoms += c.Size.Weight()
	}
	return len(conds) > maxConditions || atoms > maxConditionAtoms
}

func Union(a, b []Condition) []Condition {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, c := range b {
		if !slices.ContainsFunc(out, c.same) {
			out = append(out, c)
		}
	}
	return out
}
