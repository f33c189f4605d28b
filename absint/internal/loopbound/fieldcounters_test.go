package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestFieldCounters: a field that a loop moves is its counter, from what it has on entry to the method (this.pos), unless something else in the loop
// may store to it: an alias, a call, a function, a subclass that overrides what is called. What a method adds to a field of its object and which
// comparison a method returns count too (Cursor). Executions are compared in internal/metering.
func TestFieldCounters(t *testing.T) {
	for class, methods := range map[string]map[string][]string{
		"Attempts": {
			"all": {"? its exit test depends on the result of this.more()"}, // which catches what its comparison throws
		},
		"Cursor": {
			// Which of two methods tells the end is not known, but reading behind the end throws.
			"letters": {"this.text.length() - this.pos"}, "count": {"(this.text.length() - this.pos) + 1"},
			"all": {"(this.text.length() - this.pos) + 1"}, "drain": {"? its exit test depends on the result of this.isEmpty()"},
			"fill": {"this.items.length - this.size"}, "until": {"end - this.pos"}, "untilLimit": {"this.limit - this.pos - 1"},
			"limitGrows": {"? pos does not move towards its limit in every iteration"}, "whileOpen": {"20"}, "whileBoth": {"40"},
			"whileTouched": {"10 - this.pos"}, "whilePeer": {"50"},
			"accepts": {"this.text.length() - this.pos"}, "neverMoves": {"50"},
			"peerMoves": {"? its exit test depends on the result of this.isAtEnd()"},
			"skipsBack": {"? its exit test depends on the result of this.isAtEnd()"}, "skips": {"60"},
			"tokens":       {"? an iteration may take no element from this", "this.text.length()", "this.text.length()"},
			"pairs":        {"? pos does not move towards its limit in every iteration"},
			"resetBetween": {"3", "this.text.length() + 1"},
			"continued":    {"this.text.length() + 1"},
			"caught":       {"? its exit test depends on the result of this.isAtEnd()"}, "drained": {"? its exit test depends on the result of c.isEmpty()"},
			"swapped": {"70"}, "aliased": {"? its exit test depends on the result of a.isEmpty()"},
		},
		"Cursor$Plain": {
			"length": {"this.s.length() - this.at"}, "spaces": {"this.s.length() - this.at"},
		},
		"FieldCounters": {
			"clock": {"ceil(-this.minutes / 60)", "ceil((ceil(-this.minutes / 60) - this.hours) / 24)"}, "lex": {"s.length() - this.pos"},
			"stat": {"100 - FieldCounters.count"}, "zeros": {"this.size"}, "alias": {"100"}, "alias2": {"? its exit test depends on the field pos"},
			"viaOther": {"? its exit test depends on the field pos"}, "hooked": {"? its exit test depends on the field pos"},
			"setter": {"? its exit test depends on the field pos"}, "lambda": {"? its exit test depends on the field pos"},
			"inner": {"? its exit test depends on the field pos"}, "nested": {"5", "3"}, "nestedReset": {"? pos does not change by a constant step"},
			"innerMoves": {"floor((32 - this.pos) / 3)", "10 - this.pos"},
			"innerBack":  {"? pos does not move towards its limit in every iteration", "100 - g"}, "twoEnds": {"this.end - this.pos"},
			"meet": {"ceil((this.end - this.pos) / 2)"}, "longs": {"log2(this.big) + 1"}, "longDown": {"ceil(this.big / 3)"},
			"catches": {"? pos does not change by a constant step"}, "catchReset": {"? pos does not change by a constant step"},
			"finallyDown": {"10 - this.pos"}, "afterCall": {"10 - pos"}, "afterStore": {"7"}, "afterEither": {"10 - min(0, pos)"},
			"afterHalf": {"10 - min(0, this.pos)"}, "overTop": {"? does not move towards its limit in every iteration"}, "exitValue": {"n", "n"},
			"startDistance": {"10"}, "objectInLoop": {"l.size()", "10 - pos"}, "objectChanges": {"? its exit test depends on the field pos"},
			"fresh": {"10"}, "freshSet": {"6"}, "recursive": {"? its exit test depends on the field pos"},
			"recursiveBack": {"? its exit test depends on the field pos"}, "vola": {"? its exit test depends on the field vol"},
			"switches": {"50 - this.pos"}, "mayStay": {"? pos does not move towards its limit in every iteration"},
			"sorted": {"? its exit test depends on the field pos"}, "text": {"? its exit test depends on the field pos"}, "callerLoop": {"3"},
			"doWhile": {"9 - this.pos"}, "decTo": {"this.pos - n - 1"}, "postInc": {"n - this.pos"}, "copied": {"o.end - this.pos"},
			"limitMoves": {"? pos does not move towards its limit in every iteration"},
			"limitSelf":  {"? pos does not move towards its limit in every iteration"}, "arrayIdx": {"b.length"}, "growArr": {"largest b.length"},
			"initialises": {"? its exit test depends on the field limit"}, "singleton": {"? its exit test depends on the field pos"},
			"singletonSwap": {"? its exit test depends on the field pos"}, "getters": {"10 - this.pos"}, "mores": {"10 - this.pos"},
			"mix": {"10 - this.pos"}, "pops": {"this.size"}, "pushAll": {"n - this.size"}, "stepsSometimes": {"? pos does not move towards its limit in every iteration"},
			"stepsTwice": {"floor((21 - this.pos) / 2)"}, "stepsThrowing": {"? pos does not change by a constant step"},
			"stepsResets": {"70"}, "number": {"s.length() - this.pos"}, "forField": {"s.length()"},
		},
		"FieldCounters$Base": {
			"up": {"this.n - this.pos"},
		},
		"FieldCounters$Counting": {
			"all": {"90"},
		},
		"FieldCounters$Derived": {
			"both": {"? its exit test depends on the field pos"}, "mixed": {"? its exit test depends on the field pos"}, "own": {"10 - this.pos"},
		},
		"FieldCounters$Inner": {
			"loop": {"? its exit test depends on the field pos"},
		},
		"Scans": { // whose methods add 0 or 1
			"tokens": {"this.source.length() - this.current", "this.source.length() - current"}, "onlyMatches": {"most"}, "twoForthOneBack": {"this.source.length() - this.current"},
			"lines": {"this.source.length() - this.current"}, "dropAll": {"this.top"},
			"matchesForever": {"(this.source.length() - this.current) + 31"}, // each iteration matches, or counts
			"backAndForth":   {"? current does not move towards its limit in every iteration"},
			"keepAll":        {"8 - this.top"}, "jumps": {"this.source.length() - this.current"},
			"eithers": {"floor((this.source.length() - this.current + 1) / 2)"},
		},
	} {
		for method, want := range methods {
			t.Run(class+"."+method, func(t *testing.T) {
				absinttest.CheckBounds(t, "fieldcounters", class[strings.LastIndex(class, "$")+1:]+"."+method, want)
			})
		}
	}
}
