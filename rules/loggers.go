package rules

import (
	_ "embed" // the table
	"slices"
	"strings"
)

// logger is how a logging library writes messages below the level info: a row of loggers.tsv.
type logger struct {
	class string
	// calls are the methods that write a message below info, withLevel those that write one if their first argument is one of levels.
	calls, withLevel []string
	levels           []string
	advice           string
	measured         string // how the names of its cases begin
}

const (
	placeholders = "give the parts to the logger: placeholders are filled where the level is on"
	askFirst     = "ask isDebugEnabled first"
	suppliers    = "pass a lambda that makes it, which is called where the level is on, or ask isLoggable first"
	formats      = "use debugf or tracef, which format where the level is on"
)

// loggerAdvices are what the table names what to do by.
var loggerAdvices = map[string]string{"placeholders": placeholders, "ask": askFirst, "supplier": suppliers, "format": formats}

//go:embed loggers.tsv
var loggersTable string

// loggers are the logging libraries by the class that code calls, in the order of the table.
var loggers = func() (out []logger) {
	names := func(cell string) []string {
		if cell == "-" {
			return nil
		}
		return strings.Fields(cell)
	}
	for c := range rows(loggersTable) {
		out = append(out, logger{class: c[0], measured: c[1], advice: loggerAdvices[c[2]], calls: names(c[3]), withLevel: names(c[4]), levels: names(c[5])})
	}
	return out
}()

// loggersByClass are the positions in loggers.
var loggersByClass = func() map[string]int {
	out := map[string]int{}
	for i, l := range loggers {
		out[l.class] = i
	}
	return out
}()

// loggerOf returns the logging library that has a class, nil where none has it.
func loggerOf(class string) *logger {
	if i, ok := loggersByClass[class]; ok {
		return &loggers[i]
	}
	return nil
}

// loggerCalls returns the methods of loggers, as Needs has them.
func loggerCalls() (out []string) {
	for _, l := range loggers {
		for _, n := range append(slices.Clone(l.calls), l.withLevel...) {
			out = append(out, l.class+"."+n)
		}
	}
	return out
}
