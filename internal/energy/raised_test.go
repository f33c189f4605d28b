package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
)

// TestRaised: a path through a handler that goes on costs the exceptions that the JVM raises and the handler can catch, in
// the method and in those that it calls, and no others.
func TestRaised(t *testing.T) {
	e, methods := withJDK(t, "raised", func(*classfile.Method, string) (float64, string, bool) { return 10, "test", true })
	const index, null, arithmetic, cast, size, store, code = "ArrayIndexOutOfBoundsException", "NullPointerException", "ArithmeticException", "ClassCastException", "NegativeArraySizeException", "ArrayStoreException", "Throwable"
	for _, test := range []struct{ method, want string }{
		{"index", index},
		{"any", index + " " + null},
		{"within", ""}, // a.length has been read, and i is below it
		{"constant", ""},
		{"other", ""},
		{"divides", arithmetic},
		{"divided", ""},
		{"casts", cast},
		{"lengths", size},
		{"stores", store},
		{"own", ""},
		{"tested", ""},
		{"follows", null},
		{"callee", index},
		{"safe", index + " " + null},
		{"calleeCatches", index + " " + null}, // in the callee, not in the caller
		{"calleeRethrows", index},
		{"calleeFinally", index},
		{"again", ""},
		{"recursive", index},
		{"monitor", ""}, // the handler passes it on, out of the method
		{"leaves", ""},
		{"nested", index + " " + null}, // the inner handler catches both
		{"hidden", index + " " + null},
		{"lambda", index},
		{"library", code},
		{"ownClass", ""}, // no library throws it
		{"silentCalls", ""},
	} {
		x := e.Methods(roots(methods[test.method]), nil, "").Methods[0]
		if x.Status != result.Bounded && x.Status != result.Assumed {
			t.Errorf("%s is %s: %q", test.method, x.Status, x.Reasons)
		}
		var got []string
		for _, name := range x.Expected {
			if class, ok := strings.CutSuffix(name, ".<raised>(I)V"); ok {
				got = append(got, strings.TrimPrefix(class, "java/lang/"))
			}
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%s pays for %q, want %q", test.method, g, test.want)
		}
	}
}

// TestRaisedCosts: each iteration costs an exception, the more the more frames it leaves, and the critical path shows it.
func TestRaisedCosts(t *testing.T) {
	e, methods := withJDK(t, "raised", func(*classfile.Method, string) (float64, string, bool) { return 10, "test", true })
	worst := func(name string) float64 {
		return e.Evaluate(roots(methods[name])).Worst(methods[name], confidence).Bound
	}
	if one, ten := worst("other"), worst("index"); ten < one+10*20e-6 {
		t.Errorf("ten exceptions cost %.3g J more, want at least 200 uJ", ten-one)
	}
	if here, below := worst("index"), worst("callee"); below <= here+10*1e-7 {
		t.Errorf("an exception of a callee costs %.3g J in all, one of the method itself %.3g J", below, here)
	}
	found := 0.0
	for _, c := range e.Evaluate(roots(methods["index"])).Explain(methods["index"], nil, nil).Calls {
		if c.Member == "java/lang/ArrayIndexOutOfBoundsException.<raised>(I)V" {
			found += c.Times
		}
	}
	if found != 10 {
		t.Errorf("the critical path has %v exceptions, want 10", found)
	}
}

// TestCaughtBeforeUpdate: a handler in the loop can catch what the JVM raises before the counter moves.
func TestCaughtBeforeUpdate(t *testing.T) {
	e, methods := withJDK(t, "raised", nil)
	for _, test := range []struct {
		method string
		want   result.Status
	}{
		{"skipsUpdate", result.Unbounded}, {"skipsInCallee", result.Unbounded}, {"skipsByDivision", result.Unbounded},
		{"skipsByCast", result.Unbounded}, {"skipsInMonitor", result.Unbounded}, {"updateInFinally", result.Bounded},
	} {
		if x := e.Methods(roots(methods[test.method]), nil, "").Methods[0]; x.Status != test.want {
			t.Errorf("%s is %s, want %s", test.method, x.Status, test.want)
		}
	}
}
