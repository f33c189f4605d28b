package formula

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEval(t *testing.T) {
	values := map[string]float64{"arg0": 5, "arg1.length": 7, "this.size()": 100, "arg12.length()": 2, "this": 3}
	value := func(s Symbol) (float64, bool) { v, ok := values[s.String()]; return v, ok }
	for _, tt := range []struct {
		text string
		want float64
	}{
		{"3 + 2*arg12.length()", 7}, {"arg0 - 1 - 1", 3}, {"arg0 - (1 - 1)", 5}, {"8 / 2 / 2", 2}, {"2 + 3 * 4", 14}, {"(2 + 3) * 4", 20},
		{"min(arg0, arg1.length)", 5}, {"max(0, arg0 - 9)", 0}, {"log2(this.size() + 28)", 7}, {"log2(0)", 0}, {"ceil(2.1) + floor(2.9)", 5},
		{"-2 * this", -6}, {"1e3 + 1.5e-1", 1000.15}, {" this.size( )", math.NaN()}, {"1 / 0", math.NaN()}, {"result", math.NaN()},
	} {
		e, err := Parse(tt.text)
		var got float64
		if err == nil {
			got, err = Eval(e, value)
		}
		if math.IsNaN(tt.want) {
			if err == nil {
				t.Errorf("%s = %v, want an error", tt.text, got)
			}
		} else if err != nil || got != tt.want {
			t.Errorf("%s = %v, %v, want %v", tt.text, got, err, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":               "character 1: expected a number",
		"3 +":            "character 4: expected a number",
		"(3":             "expected )",
		"3 4":            `expected an operator or the end, not "4"`,
		"min(1)":         "expected a comma",
		"log2 1":         "expected ( after log2",
		"argx":           `expected arg0, arg1, ..., not "argx"`,
		"foo":            "expected a number, this, arg0",
		"arg0.size":      "expected .length, .length() or .size()",
		"1.2.3":          "expected a number",
		"arg0.lengthy()": "expected .length",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := Parse(strings.Repeat("(", 1e5)); err == nil {
		t.Error("deep nesting is accepted")
	}
}

func exprs(depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		if depth == 0 {
			kind %= 2
		}
		switch kind {
		case 0:
			return Number(rapid.IntRange(-20, 1000).Draw(t, "number")) / 8
		case 1:
			return Symbol{rapid.IntRange(-2, 12).Draw(t, "argument"), Measure(rapid.IntRange(0, 3).Draw(t, "measure"))}
		case 2:
			return Binary{rapid.SampledFrom([]byte("+-*/")).Draw(t, "op"), exprs(depth-1).Draw(t, "l"), exprs(depth-1).Draw(t, "r")}
		}
		name := rapid.SampledFrom([]string{"min", "max", "floor", "ceil", "log2"}).Draw(t, "function")
		a := Apply{Func: name}
		for range functions[name] {
			a.Args = append(a.Args, exprs(depth-1).Draw(t, "arg"))
		}
		return a
	})
}

func TestExprStringParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := exprs(4).Draw(t, "formula")
		got, err := Parse(e.String())
		if err != nil || !reflect.DeepEqual(got, e) {
			t.Fatalf("%s is read as %v, %v", e, got, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"3 + 2*arg0.length()", "max(0, this.size() - 1) / 8", "log2(arg1)", "-1e-5", "((1))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(e.String())
		if err != nil || again.String() != e.String() {
			t.Fatalf("%q is %s, read again as %v, %v", s, e, again, err)
		}
	})
}
