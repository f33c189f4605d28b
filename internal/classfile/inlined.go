package classfile

import (
	"math"
	"strconv"
	"strings"
)

// InlinedLines maps lines that the Kotlin compiler made up for code that it inlined to the lines of the calls. The class
// carries them in its SourceDebugExtension (JSR-045) under the stratum KotlinDebug.
type InlinedLines []inlinedRange

// inlinedRange says that lines from to to-1 are inlined at line call; or, where step is 1, that each is at the next one.
type inlinedRange struct{ from, to, call, step int }

// InlinedLines returns the lines of the class that are of inlined code.
func (c *Class) InlinedLines() InlinedLines {
	if known := c.inlined.Load(); known != nil {
		return *known
	}
	_, lines, ok := c.copiedFrom()
	if !ok {
		lines = parseInlined(c.SourceDebugExtension())
	}
	c.inlined.Store(&lines)
	return lines
}

// copyMark is in the names of classes that Kotlin's compiler copies to where it inlines the function that has an object or lambda of the class:
// the comparators of sortedBy and compareBy. Their SourceFile is that of the function.
const copyMark = "$$inlined$"

// copiedFrom returns the file of the call that copied the class, and its lines: those of the lambda that is passed map to where they stand in
// that file, all others to the first of them.
func (c *Class) copiedFrom() (file string, lines InlinedLines, ok bool) {
	if !strings.Contains(c.Name, copyMark) {
		return "", nil, false
	}
	smap := c.SourceDebugExtension()
	_, files, ok := strings.Cut(smap, "*S Kotlin\n*F\n")
	if !ok {
		return "", nil, false
	}
	files, _, _ = strings.Cut(files, "*L\n")
	number := ""
	for rest := strings.Split(files, "\n"); len(rest) > 1; { // + Number Name, and the class in the next line
		entry := strings.SplitN(rest[0], " ", 3)
		if len(entry) == 3 && entry[0] == "+" {
			if strings.HasPrefix(c.Name, rest[1]+"$") {
				number, file = entry[1], entry[2]
				break
			}
			rest = rest[1:]
		}
		rest = rest[1:]
	}
	lines = parseStratum(smap, "Kotlin", number)
	if number == "" || len(lines) == 0 {
		return "", nil, false
	}
	all := inlinedRange{from: 1, to: math.MaxInt32, call: lines[0].call, step: math.MaxInt32}
	return file, append(lines, all), true
}

// parseInlined reads a SourceDebugExtension; what cannot be read maps nothing.
func parseInlined(smap string) InlinedLines { return parseStratum(smap, "KotlinDebug", "") }

// parseStratum reads one stratum of a SourceDebugExtension: the lines of the file with a number, or of all where it is empty.
func parseStratum(smap, name, number string) InlinedLines {
	_, stratum, ok := strings.Cut(smap, "*S "+name+"\n")
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
		in, file, _ := strings.Cut(in, "#")
		if number != "" && file != number {
			continue
		}
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
