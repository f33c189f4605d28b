package energy

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// form writes the factors of an expression's terms, without counts.
func form(x *result.Expression) string {
	if x == nil {
		return "none"
	}
	var terms []string
	for _, t := range x.Terms {
		text := productText(t.Factors)
		for _, name := range slices.Sorted(maps.Keys(t.Calls)) {
			text += fmt.Sprintf(" %v %s", t.Calls[name], name)
		}
		terms = append(terms, text)
	}
	return strings.Join(terms, "; ")
}

func productText(fs []result.Factor) string {
	var out []string
	for _, f := range fs {
		if f.Kind == result.FactorSymbol {
			out = append(out, f.Path)
			continue
		}
		var args []string
		for _, a := range f.Args {
			var sum []string
			for _, p := range a {
				sum = append(sum, strings.TrimSuffix(fmt.Sprintf("%d*%s", p.Coefficient, productText(p.Factors)), "*1"))
			}
			args = append(args, strings.Join(sum, "+"))
		}
		k := ""
		if f.K != 0 {
			k = fmt.Sprint(f.K)
		}
		out = append(out, fmt.Sprintf("%s%s(%s)", f.Kind, k, strings.Join(args, ", ")))
	}
	if len(out) == 0 {
		return "1"
	}
	return strings.Join(out, "*")
}

// Each kind of factor, as the formulas have it.
func TestExpressions(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/workloads/classes")
	for _, topic := range []string{"loops", "programs", "calls"} {
		cs = append(cs, classesIn(t, "../../testdata/fixtures/"+topic+"/classes")...)
	}
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Exact: true})
	for _, test := range []struct{ method, formula, want string }{
		{"Divisors.divisors", "E + sqrt(n) * E", "1; sqrt(1*p0)"},
		{"Permutes.heap", "max(n, 2)^max(0, n - 1) * E + max(0, n) * max(n, 2)^max(0, n - 1) * E", "power(1*max(1*p1, 2), 1*max(, -1+1*p1)); max(, 1*p1)*power(1*max(1*p1, 2), 1*max(, -1+1*p1))"},
		{"Loops.paramStride", "E + max(0, ceil(n / 4)) * E", "1; max(, 1*div4(3+1*p0))"},
		{"Loops.twoExits", "E + min(max(0, n), max(0, m)) * E", "1; min(1*max(, 1*p0), 1*max(, 1*p1))"},
		{"Bits.log2", "E + log2(x) * E", "1; log2(1*p0)"},
		{"Arrays2.chunks", "", "none"},
		{"Loops.nested", "E + max(0, n) * E", "1; max(, 1*p0)"},
		{"Calls.library", "E + it.next()", "1 1 it.next()"},
		{"Cycles.collatz", "", "none"},
	} {
		m := methods[test.method]
		if m == nil {
			t.Errorf("no method %s", test.method)
			continue
		}
		x := e.Methods(roots(m), nil, "").Methods[0]
		if got := form(x.Expression); energies(x.Formula) != test.formula || got != test.want {
			t.Errorf("%s: %s\n%s", test.method, energies(x.Formula), got)
		}
	}
}

// What a snapshot has besides the rows of methods.
func TestSnapshot(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/digesthead/classes")
	e := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Exact: true})
	var all []*snapshot.Method
	states := e.Snapshot(withCode(cs), nil)
	if !slices.IsSortedFunc(states, snapshot.Compare) {
		t.Error("the methods are not sorted")
	}
	for i := range states {
		all = append(all, &states[i])
	}
	find := func(key string) *snapshot.Method {
		i := slices.IndexFunc(all, func(m *snapshot.Method) bool { return m.Key() == key })
		if i < 0 {
			t.Fatalf("there is no %s", key)
		}
		return all[i]
	}
	for key, want := range map[string]string{
		"shop/Shop.lambda$nested$4(I)Ljava/lang/Runnable;": "shop/Shop.nested(I)Ljava/util/function/Supplier;",
		"shop/Shop.lambda$nested$3(I)V":                    "shop/Shop.lambda$nested$4(I)Ljava/lang/Runnable;",
		"shop/Shop$2.toString()Ljava/lang/String;":         "shop/Shop.anonymous()Ljava/lang/Object;",
		"shop/Shop$2Twice.of(I)I":                          "shop/Shop.local(I)I",
		"shop/Shop$3.hashCode()I":                          "shop/Shop.",
		"shop/Shop.locked()I":                              "",
		"shop/Shop$Till.<init>()V":                         "",
	} {
		if got := find(key).Enclosing; got != want {
			t.Errorf("%s is enclosed in %q, want %q", key, got, want)
		}
	}
	faculty := find("shop/Shop.faculty(I)I")
	if len(faculty.Calls) != 1 || faculty.Calls[0].Callee != faculty.Key() || !slices.Equal(faculty.Calls[0].Targets, []string{faculty.Key()}) || faculty.Calls[0].Line < faculty.Line || faculty.Last < faculty.Line {
		t.Errorf("faculty: %+v", faculty)
	}
	call := find("shop/Shop.call(Ljava/util/List;)Z").Calls[0]
	if call.Callee != "java/util/List.contains(Ljava/lang/Object;)Z" || call.Targets != nil || call.Price != "symbolic" {
		t.Errorf("call: %+v", call)
	}
	loop := find("shop/Shop.variables(I)I")
	if got := form(&loop.Own); got != "1; max(, 1*p1)" {
		t.Errorf("own cost %s", got)
	}
	for _, m := range all {
		if m.Body == "" || m.Moved == "" {
			t.Errorf("%s has no digest", m.Key())
		}
		if known := !math.IsNaN(float64(m.Worst.Mean)); known != (m.Path != nil) {
			t.Errorf("%s: worst case %v, path %v", m.Key(), m.Worst, m.Path)
		}
	}
}

func withCode(cs []*classfile.Class) []*classfile.Method {
	var out []*classfile.Method
	for _, c := range cs {
		for i := range c.Methods {
			if c.Methods[i].HasCode() {
				out = append(out, &c.Methods[i])
			}
		}
	}
	return out
}
