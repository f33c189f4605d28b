package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// fineness orders the levels below info by how much a logger writes where they are set: a message is written at its own and all behind it.
var fineness = map[string]int{"CONFIG": 1, "FINE": 2, "DEBUG": 2, "FINER": 3, "FINEST": 4, "TRACE": 4, "ALL": 5}

// levelSetters are the methods that set the level of a logger, of which the last argument is the level and the one before it the logger.
var levelSetters = map[string]bool{
	"java/util/logging/Logger.setLevel": true, "org/apache/log4j/Logger.setLevel": true, "org/apache/log4j/Category.setLevel": true,
	"ch/qos/logback/classic/Logger.setLevel": true, "org/apache/logging/log4j/core/config/Configurator.setLevel": true,
}

// setsFine reports whether the method has set the level of the logger of a call so that it writes the message, before it makes the call, or the
// class's initializer has: the text is then wanted.
func (m *Method) setsFine(call ssa.ID, c classfile.Member) bool {
	f := m.Func()
	level, logger := m.messageLevel(call, c), m.Strip(f.Args(call)[0])
	for v := range m.Calls("setLevel") {
		if m.precedes(v, call) && m.setsLevelOf(v, level, func(a ssa.ID) bool { return m.Same(a, logger) }) {
			return true
		}
	}
	field, ok := f.Member(logger)
	if !ok || f.Values[logger].Op != classfile.OpGetstatic || field.Class != f.Method.Class.Name || f.Method.Name == "<clinit>" {
		return false
	}
	methods := f.Method.Class.Methods
	i := slices.IndexFunc(methods, func(x classfile.Method) bool { return x.Name == "<clinit>" })
	if i < 0 {
		return false
	}
	n := m.Engine.reader(&methods[i])
	if n == nil {
		return false
	}
	of := func(a ssa.ID) bool {
		read, ok := n.Func().Member(n.Strip(a))
		return ok && read == field && n.Func().Values[n.Strip(a)].Op == classfile.OpGetstatic
	}
	for v := range n.Calls("setLevel") {
		if n.setsLevelOf(v, level, of) && n.certainly(int(n.Graph().RPO[0]), v) {
			return true
		}
	}
	return false
}

// setsLevelOf reports whether a call sets the level of a logger, of which of tells, to a constant at which messages of a level are written.
func (m *Method) setsLevelOf(v ssa.ID, level int, of func(ssa.ID) bool) bool {
	f := m.Func()
	c, _ := f.Member(v)
	args := f.Args(v)
	if !levelSetters[c.Class+"."+c.Name] || len(args) != 2 || f.Values[args[1]].Op != classfile.OpGetstatic {
		return false
	}
	constant, _ := f.Member(args[1])
	return level > 0 && fineness[constant.Name] >= level && of(args[0])
}

// messageLevel returns the fineness of the message that a call of a logger writes, by its name or its first argument; 0 where it is not known.
func (m *Method) messageLevel(call ssa.ID, c classfile.Member) int {
	if n := fineness[strings.ToUpper(c.Name)]; n > 0 {
		return n
	}
	args := m.Func().Args(call)
	if len(args) < 2 {
		return 0
	}
	constant, _ := m.Func().Member(args[1])
	return fineness[constant.Name]
}
