package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

// maxExpected is how many of the library methods with an expected cost are named to a person who did not ask for all.
const maxExpected = 8

// operandsText names the operations that a bound counts with their costliest operands.
func operandsText(operations []string) string {
	return "the costliest operands, far above the usual cost, of " + strings.Join(operations, ", ")
}

// expectedCalls names library methods, class.name+descriptor, by their classes without packages: HashMap.get.
func expectedCalls(members []string, all bool) string {
	var names []string
	for _, m := range members {
		name, _, _ := strings.Cut(m, "(")
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			names = append(names, oneLine(m))
			continue
		}
		class := finding.Location{Class: name[:dot]}.ClassName()
		class = class[strings.LastIndexByte(class, '.')+1:]
		if name[dot+1:] == "<init>" {
			names = append(names, oneLine("new "+class))
		} else {
			names = append(names, oneLine(class+name[dot:]))
		}
	}
	slices.Sort(names)
	names = slices.Compact(names) // of overloads
	if n := len(names) - maxExpected; n > 1 && !all {
		return fmt.Sprintf("%s and %s more (--verbose shows all)", strings.Join(names[:maxExpected], ", "), quantity.Count(float64(n)))
	}
	return strings.Join(names, ", ")
}
