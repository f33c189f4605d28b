package profile

import (
	_ "embed" // once.tsv
	"iter"
	"strconv"
	"strings"
)

// frameOf reads the name of a call as profilers write it: com/acme/Codec.encode, com.acme.Codec.encode(int, byte[]):12,
// com/acme/Codec.encode_[j]. What names no method of a class gives a frame without a class.
func frameOf(text string) Frame {
	text = strings.TrimSpace(text)
	if i := strings.LastIndex(text, "_["); i > 0 && strings.HasSuffix(text, "]") { // async-profiler: how it was compiled
		text = text[:i]
	}
	line := 0
	if i := strings.LastIndexByte(text, ':'); i > 0 {
		if n, err := strconv.Atoi(text[i+1:]); err == nil && n >= 0 && n <= 1<<16 {
			text, line = text[:i], n
		}
	}
	desc := ""
	if i := strings.IndexByte(text, '('); i > 0 {
		if d := text[i:]; descriptor(d) {
			desc = strings.ReplaceAll(d, "|", ";") // as async-profiler writes it in collapsed stacks
		}
		text = text[:i]
	}
	i := strings.LastIndexByte(text, '.')
	if i <= 0 || i == len(text)-1 {
		return Frame{Method: text}
	}
	class := text[:i]
	if m := strings.LastIndex(class, "//"); m >= 0 { // the module or class loader of a stack trace
		class = class[m+2:]
	} else if m := strings.IndexByte(class, '/'); m >= 0 && strings.Contains(class[:m], ".") { // java.base@17/java.lang.String
		class = class[m+1:]
	}
	return Frame{Class: strings.ReplaceAll(class, ".", "/"), Method: text[i+1:], Desc: desc, Line: line}
}

// descriptor reports whether the text behind a method's name is a descriptor, (ILjava/lang/String;)V, and not a list of types.
func descriptor(s string) bool {
	end := strings.IndexByte(s, ')')
	return end > 0 && end < len(s)-1 && !strings.ContainsAny(s, ". ,")
}

//go:embed once.tsv
var onceTable string

// singly are the methods that are executed once for what needs them.
var singly = calleesOf(onceTable)

// calleesOf reads a table of methods: class, method, releases of the JDK.
func calleesOf(table string) map[Callee]bool {
	out := map[Callee]bool{}
	for columns := range rows(table) {
		out[Callee{columns[0], columns[1]}] = true
	}
	return out
}

// rows yields the columns of the lines of a table, which are separated by tabs. A line that begins with # is a comment.
func rows(table string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(table) {
			if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSpace(line), "\t")) {
				return
			}
		}
	}
}
