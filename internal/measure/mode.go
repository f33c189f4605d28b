package measure

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/energylint/energylint/rules/evidence"
)

// modeError says that the virtual machine did not execute a method as the mode says.
type modeError struct {
	mode   evidence.Mode
	method string
	found  string
}

func (e *modeError) Error() string {
	return fmt.Sprintf("%s was to run in %s, but %s", e.method, e.mode.Phrase(), e.found)
}

// tierOf is the level of HotSpot's compilers that a mode ends at; 0 is the interpreter.
var tierOf = map[evidence.Mode]int{evidence.Interpreter: 0, evidence.C1: 1, evidence.C2: 4}

// compilation is a line of -XX:+PrintCompilation: time, number, attributes, level, method, size or "made not entrant".
var compilation = regexp.MustCompile(`^\s*\d+\s+\d+\s([%sbn! ]{0,6}?)\s*([0-4])\s+(\S+)(?: @ \d+)? (.*)$`)

// Lines of the harness in the log of compilations.
const (
	measuringMark = "energylint: measuring"
	measuredMark  = "energylint: measured"
)

// checkMode reads the log of compilations: while the rounds are measured, the latest code of the method has to be that of
// the mode. Code that the method enters by its loops alone ("%") does not count: the harness calls it.
func checkMode(mode evidence.Mode, method, log string) error {
	want, tier := tierOf[mode], 0
	measuring := false
	for line := range strings.Lines(log) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasSuffix(line, measuringMark):
			measuring = true
			if tier != want {
				return &modeError{mode, method, "it was " + tierPhrase(tier) + " after warming up"}
			}
			continue
		case strings.HasSuffix(line, measuredMark):
			measuring = false
		}
		m := compilation.FindStringSubmatch(line)
		if m == nil || m[3] != method || strings.Contains(m[1], "%") {
			continue
		}
		level, _ := strconv.Atoi(m[2]) // one digit, as the expression says
		switch {
		case !strings.Contains(m[4], "made not entrant") && !strings.Contains(m[4], "made zombie"):
			tier = level
		case level == tier && strings.Contains(m[4], "made not entrant"):
			tier = 0
		default:
			continue
		}
		if measuring && tier != want {
			return &modeError{mode, method, "it was " + tierPhrase(tier) + " while it was measured"}
		}
	}
	return nil
}

func tierPhrase(tier int) string {
	if tier == 0 {
		return "interpreted"
	}
	return fmt.Sprintf("compiled at level %d", tier)
}
