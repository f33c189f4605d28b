package main

import (
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// sizesAfter returns what a call does to the sizes of its receiver and result, as lines of its table. Names say it:
// the collections of the platform use the same ones throughout.
func (l *listed) sizesAfter() []string {
	measure := "this" + measureOf(l.owner)
	if measure == "this" {
		return nil
	}
	params := classfile.Params(l.desc)
	last := ""
	if n := len(params); n > 0 {
		last = params[n-1]
	}
	change := func(most string) []string { return []string{`receiver_size = "` + most + `"`} }
	unknown := []string{`receiver_size = "unknown"`}
	switch {
	case l.desc == "()I" && (l.name == "size" || l.name == "length"):
		return []string{`returns = "` + measure + `"`}
	case l.name == "<init>":
		if len(params) == 0 || last == "I" && len(params) == 1 || last == "Ljava/util/Comparator;" {
			return change("0")
		}
		if m := measureOf(strings.TrimSuffix(strings.TrimPrefix(params[0], "L"), ";")); m != "" {
			return change("arg0" + m)
		}
		if l.owner == "java/lang/String" && params[0] == "[C" {
			return change(map[bool]string{true: "arg0.length", false: "max(0, arg2)"}[len(params) == 1])
		}
		return unknown
	case measure == "this.length()":
		return l.textAfter(change, unknown, params)
	}
	switch l.name {
	case "add", "addFirst", "addLast", "addElement", "push", "offer", "offerFirst", "offerLast", "put", "putIfAbsent", "insertElementAt",
		"setProperty", "merge", "computeIfAbsent", "putFirst", "putLast":
		return change(measure + " + 1")
	case "compute":
		return change(measure + " + 1")
	case "remove", "removeFirst", "removeLast", "poll", "pollFirst", "pollLast", "pop", "removeElement", "removeElementAt",
		"computeIfPresent", "pollFirstEntry", "pollLastEntry", "removeFirstOccurrence", "removeLastOccurrence":
		return change(measure)
	case "clear", "removeAllElements":
		return change("0")
	case "addAll", "putAll":
		if m := measureOf(strings.TrimSuffix(strings.TrimPrefix(last, "L"), ";")); m != "" {
			return change(measure + " + arg" + string(rune('0'+len(params)-1)) + m)
		}
		return unknown
	case "removeAll", "retainAll", "removeIf":
		return change(measure)
	case "setSize":
		return change("arg0")
	case "load", "loadFromXML", "drainTo":
		return unknown
	}
	return nil
}

// textAfter is sizesAfter for builders and buffers of text.
func (l *listed) textAfter(change func(most string) []string, unknown, params []string) []string {
	if l.owner != "java/lang/StringBuilder" && l.owner != "java/lang/StringBuffer" {
		return nil
	}
	const size = "this.length()"
	longest := map[string]string{"C": "1", "I": "11", "J": "20", "Z": "5", "F": "15", "D": "24", "Ljava/lang/String;": "max(4, %.length())",
		"Ljava/lang/CharSequence;": "max(4, %.length())", "Ljava/lang/StringBuffer;": "max(4, %.length())", "[C": "%.length"}
	switch l.name {
	case "append", "insert":
		last := len(params) - 1
		if l.name == "append" && len(params) == 3 {
			return change(size + " + max(0, arg2)")
		}
		if n, ok := longest[params[last]]; ok && len(params) <= 2 {
			return change(size + " + " + strings.Replace(n, "%", "arg"+string(rune('0'+last)), 1))
		}
		return unknown
	case "appendCodePoint":
		return change(size + " + 2")
	case "delete":
		return change(size)
	case "deleteCharAt":
		return change(size + " - 1")
	case "setLength":
		return change("arg0")
	case "replace":
		return change(size + " + arg2.length()")
	case "repeat":
		if params[0] == "I" {
			return change(size + " + 2*max(0, arg1)")
		}
		return change(size + " + max(4, arg0.length())*max(0, arg1)")
	}
	return nil
}

// measureOf returns what the size of a value of a class is: ".size()", ".length()" or "" for none.
func measureOf(class string) string {
	switch class {
	case "java/lang/String", "java/lang/CharSequence", "java/lang/StringBuilder", "java/lang/StringBuffer":
		return ".length()"
	case "java/util/Collection", "java/util/List", "java/util/Set", "java/util/Map", "java/util/Queue", "java/util/Deque", "java/util/Vector", "java/util/Stack",
		"java/util/Hashtable", "java/util/Properties", "java/util/Dictionary":
		return ".size()"
	}
	short := class[strings.LastIndexByte(class, '/')+1:]
	if !strings.HasPrefix(class, "java/util/") || strings.Contains(short, "$") {
		return ""
	}
	for _, s := range []string{"List", "Set", "Map", "Queue", "Deque"} {
		if strings.HasSuffix(short, s) && short != "BitSet" && !strings.HasPrefix(short, "Abstract") {
			return ".size()"
		}
	}
	return ""
}
