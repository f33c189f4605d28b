package absint

import (
	"fmt"
	"math"
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
		return fmt.Sprintf("%s <= %s", c.Size, number(c.Hi))
	case math.IsInf(c.Hi, 1):
		return fmt.Sprintf("%s >= %s", c.Size, number(c.Lo))
	}
	return fmt.Sprintf("%s <= %s <= %s", number(c.Lo), c.Size, number(c.Hi))
}

// same says whether two conditions demand the same. One of nothing that can be said never holds, whatever it was.
func (c Condition) same(d Condition) bool {
	return c.Lo == d.Lo && c.Hi == d.Hi && (c.Size.bad && d.Size.bad || c.Size.Equal(d.Size))
}
