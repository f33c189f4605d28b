package classfile

import "strings"

// fieldDescLen returns the length of the field descriptor that s starts with, 0 where there is none (JVMS 4.3.2).
func fieldDescLen(s string) int {
	i := arrayDims(s)
	if i >= len(s) || i > 255 {
		return 0
	}
	switch s[i] {
	case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z':
		return i + 1
	case 'L':
		if j := strings.IndexByte(s[i:], ';'); j > 1 {
			return i + j + 1
		}
	}
	return 0
}

// arrayDims is the number of dimensions of a descriptor or class name, 0 where it is no array.
func arrayDims(s string) int {
	n := 0
	for n < len(s) && s[n] == '[' {
		n++
	}
	return n
}

// ValidMethodDesc reports whether s is a method descriptor whose parameters fit into 255 slots (JVMS 4.3.3).
func ValidMethodDesc(s string) bool {
	if s == "" || s[0] != '(' {
		return false
	}
	s = s[1:]
	slots := 0
	for s != "" && s[0] != ')' {
		n := fieldDescLen(s)
		if n == 0 {
			return false
		}
		slots += Slots(s[:n])
		s = s[n:]
	}
	if s == "" || slots > 255 {
		return false
	}
	s = s[1:]
	return s == "V" || s != "" && fieldDescLen(s) == len(s)
}

// EachParam calls f with the descriptor of every parameter of a method descriptor, in order.
func EachParam(desc string, f func(t string)) {
	if desc == "" {
		return
	}
	s := desc[1:]
	for s != "" && s[0] != ')' {
		n := fieldDescLen(s)
		if n == 0 {
			return
		}
		f(s[:n])
		s = s[n:]
	}
}

// Params returns the descriptors of the parameters of a method descriptor.
func Params(desc string) []string {
	var ts []string
	EachParam(desc, func(t string) { ts = append(ts, t) })
	return ts
}

// Return returns the descriptor of the result, "V" for none.
// Names of classes may contain parentheses: it is the one behind the parameters that counts.
func Return(desc string) string {
	at := 1
	EachParam(desc, func(t string) { at += len(t) })
	if at >= len(desc) || desc[at] != ')' {
		return ""
	}
	return desc[at+1:]
}

// Slots is the number of local variable or operand stack slots of a value: 2 for long and double, 0 for void.
func Slots(t string) int {
	if t == "" {
		return 0
	}
	switch t[0] {
	case 'J', 'D':
		return 2
	case 'V':
		return 0
	}
	return 1
}

// ParamSlots is the number of slots that the parameters of a method descriptor take, without a receiver.
func ParamSlots(desc string) int {
	n := 0
	EachParam(desc, func(t string) { n += Slots(t) })
	return n
}

// External converts an internal class name to the form that a Java developer writes: java/util/Map$Entry to
// java.util.Map$Entry. Nested classes keep their dollar sign: only the InnerClasses attribute knows better.
func External(internal string) string { return strings.ReplaceAll(internal, "/", ".") }

// JavaType converts a descriptor to Java source form: [Ljava/lang/String; to java.lang.String[].
func JavaType(desc string) string {
	dims := 0
	for dims < len(desc) && desc[dims] == '[' {
		dims++
	}
	base := desc[dims:]
	if base == "" {
		return desc
	}
	name := ""
	switch base[0] {
	case 'B':
		name = "byte"
	case 'C':
		name = "char"
	case 'D':
		name = "double"
	case 'F':
		name = "float"
	case 'I':
		name = "int"
	case 'J':
		name = "long"
	case 'S':
		name = "short"
	case 'Z':
		name = "boolean"
	case 'V':
		name = "void"
	case 'L':
		name = External(strings.TrimSuffix(base[1:], ";"))
	default:
		name = base
	}
	return name + strings.Repeat("[]", dims)
}
