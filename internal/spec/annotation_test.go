package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

const fixtures = "../../testdata/fixtures/annotations/classes/fixtures/annotations"

func loadClass(t *testing.T, name string) *classfile.Class {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(fixtures, name+".class"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func summary(m MethodSpec, ps []Problem) string {
	var out []string
	for _, b := range m.Budgets {
		s := fmt.Sprintf("energy %s", b.Energy)
		if b.When != nil {
			s += fmt.Sprintf(" if %s", b.When)
		}
		if b.Confidence != 0 {
			s += fmt.Sprintf(" conf %g", b.Confidence)
		}
		out = append(out, s)
	}
	for _, l := range m.Loops {
		out = append(out, fmt.Sprintf("loop line %d order %d bound %s", l.Line, l.Order, l.Bound[0].Expr))
	}
	for _, s := range m.Suppressions {
		out = append(out, fmt.Sprintf("suppress %v %q", s.Rules, s.Reason))
	}
	for _, p := range ps {
		out = append(out, "! "+p.String())
	}
	return strings.Join(out, "\n")
}

func TestAnnotations(t *testing.T) {
	c := loadClass(t, "Annotated")
	want := map[string]string{
		"one":        "energy 5 mJ",
		"full":       "energy 35 uJ + 120 nJ * n if n <= 10000 conf 0.99",
		"two":        "energy 5 mJ\nenergy 7 mJ if n > 3",
		"loops":      "loop line 0 order 1 bound 64\nloop line 0 order 2 bound n",
		"suppressed": `suppress [EL2001 KeySetThenGet] "why"`,
		"spotbugs":   `suppress [EL1001] "because"`,
		"foreign":    "",
		"wrong":      `! @EnergyBudget in fixtures.annotations.Annotated.wrong: value = "5": expected an energy, found a number: write its unit, as in 5 mJ or 120 nJ * n at character 1`,
		"wrongRule":  `! @SuppressEnergyWarnings in fixtures.annotations.Annotated.wrongRule: "keyset" is neither a rule's id, like EL2001, nor a rule's name, like KeySetThenGet`,
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		w, ok := want[m.Name]
		if !ok {
			continue
		}
		delete(want, m.Name)
		if got := summary(FromMethod(m)); got != w {
			t.Errorf("%s: got\n%s\nwant\n%s", m.Name, got, w)
		}
	}
	if len(want) > 0 {
		t.Errorf("no methods %v", want)
	}
	s, ps := FromClass(c)
	if len(ps) > 0 || len(s) != 1 || len(s[0].Rules) != 0 || !s[0].Covers("EL9999", "X") {
		t.Error(s, ps)
	}
}

// TestScopeOfOneParameter: a hint about one parameter is in the singular.
func TestScopeOfOneParameter(t *testing.T) {
	s := Scope{Static: true, Params: []Variable{{"n", "I"}}}
	e, err := ParseExpr("count")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resolve(e, false); err == nil || err.Error() != `unknown name "count"; the parameter is n (at character 1)` {
		t.Error(err)
	}
}

func TestScope(t *testing.T) {
	c := loadClass(t, "Annotated")
	var m *classfile.Method
	for i := range c.Methods {
		if c.Methods[i].Name == "scope" {
			m = &c.Methods[i]
		}
	}
	s := ScopeOf(m, nil)
	if s.Unnamed || len(s.Params) != 6 || s.Params[0].Name != "n" {
		t.Fatalf("%+v", s)
	}
	for _, c := range []struct{ in, want, err string }{
		{"n + a.length", "n + a.length", ""},
		{"s.length() * names.size()", "s.length() * names.size()", ""},
		{"this.buffer.length", "this.buffer.length", ""},
		{"buffer.length", "this.buffer.length", ""},
		{"MAX", "Annotated.MAX", ""},
		{"Annotated.MAX", "Annotated.MAX", ""},
		{"w", "w", ""},
		{"local", "", `"local" is a local variable: only clauses before loops may use it`},
		{"m", "", `unknown name "m"; the parameters are n, a, s, names, d, w`},
		{"nams.size()", "", `unknown name "nams"; did you mean "names"?`},
		{"a", "", `"a": a is of type int[], its size is a.length`},
		{"a.size()", "", `"a.size()": a is of type int[], its size is a.length`},
		{"s.length", "", `"s.length": s is a String, its size is s.length()`},
		{"names", "", `"names" is of type java.util.List: write its size, as in names.size() or names.length()`},
		{"names.hashCode()", "", `"names.hashCode()": hashCode() is no size: expected size(), length() or a field`},
		{"d", "", `"d": d is of type double, not a whole number`},
		{"n.length", "", `"n.length": n is of type int and has no parts`},
		{"this.bufer.length", "", `fixtures.annotations.Annotated has no field "bufer"; did you mean "buffer"?`},
		{`\result`, "", `\result is not known before the call: use sizes of the parameters or of fields`},
	} {
		e, err := ParseExpr(c.in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Resolve(e, false)
		switch {
		case c.err == "" && (err != nil || got.String() != c.want):
			t.Errorf("%s: %v, %v", c.in, got, err)
		case c.err != "" && (err == nil || err.(*Error).Msg != c.err):
			t.Errorf("%s: %v, want %s", c.in, err, c.err)
		}
	}
	local, _ := ParseExpr("local - n")
	if got, err := s.Resolve(local, true); err != nil || got.String() != "local - n" {
		t.Error(got, err)
	}
	cs, _ := ParseClauses("F.java", fragments("requires n > 0 && d > 0.5;\nenergy 1 nJ * k;\nenergy 2 nJ * n if zz > 3;\nenergy 3 nJ * n;", false))
	ms, _ := MethodFromClauses(cs)
	ms, ps := s.Check(ms)
	var unknown []string
	for _, b := range ms.Budgets {
		for _, u := range b.Unknown {
			unknown = append(unknown, u.Name+" at "+u.Problem.Origin.String())
		}
	}
	if len(ms.Budgets) != 3 || len(ms.Requires) != 2 || len(ps) != 0 || strings.Join(unknown, ", ") != "k at F.java:11:19, zz at F.java:12:24" {
		t.Errorf("%+v %v: unknown names %q", ms, ps, unknown)
	}
	if _, ok := ms.Requires[1].Pred.(Opaque); !ok {
		t.Error(ms.Requires[1])
	}
	// A precondition with the size of another type is a mistake, what else JML may say of an object is not.
	for in, want := range map[string]string{
		"a.size() <= 10": `"a.size()": a is of type int[], its size is a.length`, "s.size() <= 10": `"s.size()": s is a String, its size is s.length()`,
		"names.length <= 10": `"names.length": names is of type java.util.List: write its size, as in names.size() or names.length()`,
		"a.owner == w":       "", "s.isEmpty() == w": "", "names.hashCode() > 3": "", "d > 0.5": "", "a.length <= 10": "",
	} {
		cs, _ := ParseClauses("F.java", fragments("requires "+in+";", false))
		ms, _ := MethodFromClauses(cs)
		_, ps := s.Check(ms)
		if got := strings.Join(texts(ps), ", "); got != want {
			t.Errorf("requires %s: %q, want %q", in, got, want)
		}
	}
	if s := ScopeOf(m, []string{"p", "q", "r", "s", "t", "u"}); s.Params[1].Name != "q" {
		t.Errorf("%+v", s)
	}
}

func texts(ps []Problem) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Message)
	}
	return out
}

// TestAnnotationWithoutPackage: a project can declare its annotation in the unnamed package.
func TestAnnotationWithoutPackage(t *testing.T) {
	r := annotationReader{where: "A.m"}
	r.all([]classfile.Annotation{{Type: "LEnergyBudget;"}}, false)
	if len(r.problems) == 0 {
		t.Error("an annotation @EnergyBudget of the unnamed package, without a value, is not read")
	}
}
