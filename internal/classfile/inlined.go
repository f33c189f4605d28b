package classfile

import (
	"strconv"
	"strings"
)

// InlinedLines maps lines that the Kotlin compiler made up for code that it inlined to the lines of the calls. The class
// carries them in its SourceDebugExtension (JSR-045) under the stratum KotlinDebug.
type InlinedLines []inlinedRange

// inlinedRange says that lines from to to-1 are inlined at line call; or, where step is 1, that each is at the next one.
type inlinedRange struct{ from, to, call, step int }

// InlinedLines returns the lines of the class that are of inlined code.
func (c *Class) InlinedLines() InlinedLines { return parseInlined(c.SourceDebugExtension()) }

// parseInlined reads a SourceDebugExtension; what cannot be read maps nothing.
func parseInlined(smap string) InlinedLines {
	_, stratum, ok := strings.Cut(smap, "*S KotlinDebug\n")
	if !ok {
		return nil
	}
	_, lines, ok := strings.Cut(stratum, "*L\n")
	if !ok {
		return nil
	}
	var out InlinedLines
	for _, line := range strings.Split(lines, "\n") {
		if strings.HasPrefix(line, "*") {
			break
		}
		// InputStart [# File] [, Repeat] : OutputStart [, Increment]
		in, o, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		in, repeat, _ := strings.Cut(in, ",")
		in, _, _ = strings.Cut(in, "#")
		o, increment, _ := strings.Cut(o, ",")
		call, err1 := strconv.Atoi(in)
		from, err2 := strconv.Atoi(o)
		if err1 != nil || err2 != nil {
			continue
		}
		times, step := 1, 1
		if n, err := strconv.Atoi(repeat); err == nil && n > 0 {
			times = n
		}
		if n, err := strconv.Atoi(increment); err == nil && n > 0 {
			step = n
		}
		out = append(out, inlinedRange{from, from + times*step, call, step})
	}
	return out
}

// Line returns the line of the source for a line of the class file.
func (ls InlinedLines) Line(n int) int {
	for _, r := range ls {
		if n >= r.from && n < r.to {
			return r.call + (n-r.from)/r.step
		}
	}
	return n
}
