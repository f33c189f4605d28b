package expr

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Condition requires that a Size lies in a range, so that an expression agrees with the int or long arithmetic of the
// program: `n + 1` exceeds n only if n is below the largest int. Sound because a bound holds only together with its
// conditions.
type Condition struct {
	Size   Size
	Lo, Hi float64
	// Requires is the method whose precondition the condition is, empty for conditions of arithmetic.
	Requires string
}

// Equal reports whether two conditions are the same.
func (c Condition) Equal(d Condition) bool {
	return c.Lo == d.Lo && c.Hi == d.Hi && c.Requires == d.Requires && c.Size.Equal(d.Size)
}

// String formats the inequality.
func (c Condition) String() string { return c.Text(plainNames) }

// plainNames writes names as they are.
var plainNames = Writer{Name: func(name string) string { return name }}

// Text writes the inequality.
func (c Condition) Text(w Writer) string {
	size := w.Size(c.Size)
	switch {
	case math.IsInf(c.Lo, -1):
		return fmt.Sprintf("%s <= %s", size, Number(c.Hi))
	case math.IsInf(c.Hi, 1):
		return fmt.Sprintf("%s >= %s", size, Number(c.Lo))
	}
	return fmt.Sprintf("%s <= %s <= %s", Number(c.Lo), size, Number(c.Hi))
}

// same reports whether c and d are equivalent by their form. Conditions of an unknown Size never hold, so all with the same
// range are.
func (c Condition) same(d Condition) bool {
	return c.Lo == d.Lo && c.Hi == d.Hi && (c.Size.Top && d.Size.Top || c.Size.Equal(d.Size))
}

// Number formats v without an exponent.
func Number(v float64) string {
	if math.Abs(v) >= 1<<53 && math.Abs(v) < 1<<63 { // all digits, not the shortest that identify v
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// plainly returns an equivalent condition on the dividend, if c is one on a quotient, and on the argument of a maximum with 0:
// floor(n / 2) <= 3 is n <= 7, and max(0, n) <= 3 is n <= 3.
func (c Condition) plainly() Condition {
	if x, ok := c.Size.Unclamped(); ok && c.Lo <= 0 && c.Hi >= 0 && !c.Size.Top {
		return Condition{Size: x, Lo: math.Inf(-1), Hi: c.Hi, Requires: c.Requires}.plainly()
	}
	k := c.Size.constant()
	q := c.Size.AddInt(-k)
	if len(q.Terms) != 1 || q.Terms[0].Coef != 1 || len(q.Terms[0].Mono) != 1 || q.Terms[0].Mono[0].Kind != DivAtom || c.Size.Top {
		return c
	}
	a := q.Terms[0].Mono[0]
	by := float64(a.K)
	return Condition{Size: a.Args[0], Lo: (c.Lo - float64(k)) * by, Hi: (c.Hi-float64(k))*by + by - 1, Requires: c.Requires}
}

// Tightest returns conds without those that another one implies whose Size is the same or differs by a constant.
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

// ConditionTexts formats the tightest of conds, each once.
func ConditionTexts(conds []Condition) []string { return plainNames.Conditions(conds) }

// Conditions writes the tightest of conds, each once.
func (w Writer) Conditions(conds []Condition) []string {
	w.condition = true
	var out []string
	for _, c := range Tightest(conds) {
		if text := c.Text(w); !c.Size.Top && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// Refuted returns the reason for no bound if no arguments satisfy the condition.
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

// Unmet returns the reason for no bound if some arguments do not satisfy the condition.
func (c Condition) Unmet() string {
	if c.Requires != "" {
		return fmt.Sprintf("%s requires %s, which is not known to hold here", c.Requires, c)
	}
	if o := c.overflow(); o != "" {
		return fmt.Sprintf("the bound holds only if %s (%s otherwise)", c, o)
	}
	return fmt.Sprintf("the bound holds only if %s", c)
}

// overflow names the arithmetic that overflows if the condition does not hold: int or long. It is empty if no end of the
// range is a limit of either type.
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

// maxConditions bounds the conditions of a method's cost. A call passes on all conditions that it does not prove, so their
// number could double with each call depth.
const maxConditions = 64

// maxConditionAtoms bounds the sum of the weights of the conditions of a cost.
const maxConditionAtoms = 1024

// TooManyConditions reports whether conditions are too many, or too large, to be passed on to callers.
func TooManyConditions(conds []Condition) bool {
	atoms := 0
	for _, c := range conds {
		atoms += c.Size.Weight()
	}
	return len(conds) > maxConditions || atoms > maxConditionAtoms
}

// Union returns a and the elements of b that a lacks, in their order.
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
