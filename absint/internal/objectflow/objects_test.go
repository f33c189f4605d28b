package objectflow_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// TestReceivers checks the targets of calls on objects that flow through fields, results and parameters, against a
// reading of testdata/fixtures/flows/Receivers.java. Any Shape is One, Many or Forever.
func TestReceivers(t *testing.T) {
	const anyShape = "Forever Many One"
	a, methods := absinttest.Analyzer(t, "flows")
	for _, tc := range []struct{ method, want string }{
		{"constant", "One"}, {"chosen", "Many One"}, {"next", "lambda"}, {"kept", "One"}, {"mended", "Many One"},
		{"variable", anyShape},  // code outside of the nest may write it
		{"given", anyShape},     // the constructor's caller chooses
		{"nothing", anyShape},   // null, or written later
		{"replaced", anyShape},  // by a method's parameter
		{"inherited", anyShape}, // subclasses may write it
		{"made", "One"}, {"passedOn", "One"}, {"passedThrough", "Many"}, {"ofField", "One"}, {"eitherOne", "Many One"},
		{"eitherAny", anyShape}, {"recursive", anyShape}, // the depth is bounded
		{"overridden", "Forever One"},
		{"onlyOne", "One"}, {"oneOrMany", "Many One"}, {"recalls", ""},
		{"handled", anyShape},  // called through a method reference with unknown arguments
		{"anyone", anyShape},   // not private
		{"recalled", anyShape}, // by itself, beyond the depth
		{"lambda$captures$1", "One"}, {"casts", "One"}, {"castsOne", "One"}, {"boxed", "Many One"},
	} {
		if got := reached(a, methods["Receivers."+tc.method]); got != tc.want {
			t.Errorf("%s reaches %q, want %q", tc.method, got, tc.want)
		}
	}
	for name, want := range map[string]string{"shape": anyShape, "passing": "One", "shared": "One"} {
		if got := reached(a, methods["Saved."+name]); got != want {
			t.Errorf("Saved.%s reaches %q, want %q", name, got, want)
		}
	}
}

// reached returns the classes whose one() a method may call.
func reached(a *absint.Analyzer, m *classfile.Method) string {
	var out []string
	for _, sites := range a.Summary(m).Calls {
		for i := range sites {
			for _, target := range sites[i].Targets {
				if target.Name == "one" {
					out = append(out, code.SimpleName(target.Class.Name))
				}
			}
			if len(sites[i].Lambdas) > 0 {
				out = append(out, "lambda")
			}
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

// The result of a method does not depend on earlier queries.
func TestFlowsInAnyOrder(t *testing.T) {
	classes := absinttest.Fixture(t, "flows")
	all := absinttest.WithCode(classes)
	found := func(a *absint.Analyzer, m *classfile.Method) string {
		out := reached(a, m)
		for _, l := range a.Summary(m).Loops(nil) {
			out += "; " + l.Bound + l.Reason
		}
		return out
	}
	one, other := absinttest.AnalyzerOf(classes), absinttest.AnalyzerOf(classes)
	want := map[*classfile.Method]string{}
	for _, m := range all {
		want[m] = found(one, m)
	}
	slices.Reverse(all)
	for _, m := range all {
		if got, alone := found(other, m), found(absinttest.AnalyzerOf(classes), m); got != want[m] || alone != want[m] {
			t.Errorf("%s: %q, %q and %q", progdb.MethodName(m), want[m], got, alone)
		}
	}
}
