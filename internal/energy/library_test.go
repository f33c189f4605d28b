package energy

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/formula"
	"github.com/energylint/energylint/models/library"
)

// constants answers every size of a call with a number.
func constants(value func(i int, what absint.Measure) int64) func(int, absint.Measure, bool) absint.Size {
	return func(i int, what absint.Measure, _ bool) absint.Size { return absint.Const(value(i, what)) }
}

func TestFormulaSizes(t *testing.T) {
	tests := []struct {
		formula  string
		arg      int64 // every size of the call
		up, down int64
	}{
		{"7", 0, 7, 7},
		{"2.5", 0, 3, 2},
		{"-2.5", 0, -2, -3},
		{"arg0", -4, -4, -4},
		{"2.5 * arg0.length", 3, 8, 7}, // 7.5
		{"arg0.length * 2.5", 4, 10, 10},
		{"arg0 * 2.5", -3, -7, -8}, // a multiple of 1/1024: exact for negative values, too
		{"0.1 * arg0.length()", 1000, 101, 99},
		{"arg0 / 8", 17, 3, 2},
		{"arg0 / 8", 16, 2, 2},
		{"10 - arg0 / 8", 17, 8, 7}, // 7.875: what is taken away is rounded down
		{"10 - 2.5", 0, 8, 7},
		{"-1 * (arg0 / 8)", 17, -2, -3},
		{"arg0.length / 2 * (arg1.length / 2)", 5, 9, 4},   // 6.25
		{"(this.size() + 1) * this.size() / 2", 5, 15, 15}, // exact
		{"(arg0 - 1) * (arg0 + 1)", -3, 8, 8},              // exact, so signs do not matter
		{"max(0, arg0 - 3) / 4 * arg1.length", 6, 6, 0},    // 4.5
		{"min(arg0 / 2, 5)", 7, 4, 3},
		{"log2(arg0)", 8, 4, 3}, // one more for the rounding
		{"log2(arg0)", 9, 4, 3},
		{"log2(arg0)", 0, 1, 0},
		{"ceil(arg0 / 4)", 5, 2, 1},
		{"floor(arg0 / 4)", 5, 2, 1},
	}
	for _, test := range tests {
		x, err := formula.Parse(test.formula)
		if err != nil {
			t.Error(err)
			continue
		}
		c := converter{constants(func(int, absint.Measure) int64 { return test.arg })}
		for _, up := range []bool{true, false} {
			want := test.up
			if !up {
				want = test.down
			}
			if got, ok := c.size(x, up).Int(); !ok || got != want {
				t.Errorf("%s at %d, up %v: %d %v, by hand %d", test.formula, test.arg, up, got, ok, want)
			}
		}
	}
}

// What cannot be rounded safely, or is no size at all, says nothing.
func TestFormulasThatAreNoSizes(t *testing.T) {
	for _, text := range []string{
		"arg0 / arg1",
		"arg0 / 2.5",
		"arg0 / -2",
		"1e300",
		"1e300 * arg0",
		"0.1 * arg0",                 // arg0 may be negative, and 0.1 is rounded
		"(arg0 / 2) * (arg1.length)", // so here
	} {
		x, err := formula.Parse(text)
		if err != nil {
			t.Error(err)
			continue
		}
		c := converter{constants(func(int, absint.Measure) int64 { return 5 })}
		if s := c.size(x, true); !s.Bad() {
			t.Errorf("%s at 5 is %s", text, s)
		}
	}
	unknown := converter{func(int, absint.Measure, bool) absint.Size { return bad }}
	for _, text := range []string{"arg0", "arg0 + 1", "2 * arg0.length", "max(arg0.size(), 3)", "log2(arg0)", "arg0 * arg1"} {
		x, err := formula.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if s := unknown.size(x, true); !s.Bad() {
			t.Errorf("%s of unknown sizes is %s", text, s)
		}
	}
}

func formulas(depth int) *rapid.Generator[formula.Expr] {
	return rapid.Custom(func(t *rapid.T) formula.Expr {
		kind := rapid.IntRange(0, 4).Draw(t, "kind")
		if depth == 0 {
			kind %= 2
		}
		switch kind {
		case 0:
			return formula.Number(rapid.IntRange(-20, 100).Draw(t, "number")) / formula.Number(rapid.SampledFrom([]int{1, 2, 3, 8, 10}).Draw(t, "by"))
		case 1:
			return formula.Symbol{Argument: rapid.IntRange(-1, 2).Draw(t, "argument"), Measure: formula.Measure(rapid.IntRange(0, 3).Draw(t, "measure"))}
		case 2, 3:
			op := rapid.SampledFrom([]byte("+-*/")).Draw(t, "op")
			b := formula.Binary{Op: op, L: formulas(depth-1).Draw(t, "l"), R: formulas(depth-1).Draw(t, "r")}
			if op == '/' {
				b.R = formula.Number(rapid.IntRange(1, 9).Draw(t, "divisor"))
			}
			return b
		}
		name := rapid.SampledFrom([]string{"min", "max", "floor", "ceil", "log2"}).Draw(t, "function")
		a := formula.Apply{Func: name, Args: []formula.Expr{formulas(depth-1).Draw(t, "arg")}}
		if name == "min" || name == "max" {
			a.Args = append(a.Args, formulas(depth-1).Draw(t, "arg"))
		}
		return a
	})
}

// A formula is never rounded to the wrong side, nor is a bound of one of its sizes used on the wrong side.
func TestFormulasAreRoundedSafely(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := formulas(4).Draw(t, "formula")
		type bounds struct{ least, value, most int64 }
		sizes := map[formula.Symbol]bounds{}
		for _, s := range formula.Symbols(x) {
			lo := int64(0)
			if s.Measure == formula.Value {
				lo = -20
			}
			b := bounds{value: rapid.Int64Range(lo, 40).Draw(t, s.String())}
			b.least, b.most = b.value, b.value
			if rapid.Bool().Draw(t, "not exact") {
				b.least, b.most = rapid.Int64Range(lo, b.value).Draw(t, "at least"), rapid.Int64Range(b.value, 50).Draw(t, "at most")
			}
			sizes[s] = b
		}
		want, err := formula.Eval(x, func(s formula.Symbol) (float64, bool) { return float64(sizes[s].value), true })
		if err != nil {
			t.Skip(err)
		}
		c := converter{func(i int, what absint.Measure, up bool) absint.Size {
			m := map[absint.Measure]formula.Measure{absint.Value: formula.Value, absint.Length: formula.ArrayLength, absint.Chars: formula.StringLength, absint.Elements: formula.CollectionSize}[what]
			b := sizes[formula.Symbol{Argument: i, Measure: m}]
			if up {
				return absint.Const(b.most)
			}
			return absint.Const(b.least)
		}}
		slack := 1e-9 * (1 + math.Abs(want))
		if up := c.size(x, true); !up.Bad() {
			if v, _ := up.Int(); float64(v) < want-slack {
				t.Fatalf("%s at %v is %v, rounded up to %d", x, sizes, want, v)
			}
		}
		if down := c.size(x, false); !down.Bad() {
			if v, _ := down.Int(); float64(v) > want+slack {
				t.Fatalf("%s at %v is %v, rounded down to %d", x, sizes, want, v)
			}
		}
	})
}

// Every shipped model has sizes for its counts, those of callbacks too, and they are not below what it says.
func TestShippedModelsAsSizes(t *testing.T) {
	shipped, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	callbacks, costs := 0, 0
	for _, e := range shipped.Entries() {
		member := classfile.Member{Class: e.Class, Name: e.Name, Desc: e.Descriptor}
		for _, n := range []int64{0, 1, 7, 64, 1001} {
			c, ok := (priced{l: shipped}).Cost(member, constants(func(int, absint.Measure) int64 { return n }))
			if !ok {
				t.Errorf("%s.%s%s has no price", e.Class, e.Name, e.Descriptor)
				break
			}
			if c.Expected != (e.Case == library.Expected) {
				t.Errorf("%s.%s%s: expected case %v", e.Class, e.Name, e.Descriptor, c.Expected)
			}
			if len(c.Terms) != len(e.Cost) {
				t.Fatalf("%s.%s%s has %d terms, not %d", e.Class, e.Name, e.Descriptor, len(c.Terms), len(e.Cost))
			}
			for i, item := range e.Cost {
				want, err := formula.Eval(item.Count, func(formula.Symbol) (float64, bool) { return float64(n), true })
				got, ok := c.Terms[i].Count.Int()
				if err != nil || !ok || c.Terms[i].Pattern != item.Pattern || float64(got) < want-1e-9 {
					t.Errorf("%s.%s%s at %d: %s is %v (%v), as a size %d %v", e.Class, e.Name, e.Descriptor, n, item.Count, want, err, got, ok)
				}
				costs++
			}
			closed, called := (priced{l: shipped}).Calls(member)
			if closed != e.Closed || len(called) != len(e.Callbacks) || len(c.Callbacks) != len(e.Callbacks) {
				t.Fatalf("%s.%s%s: closed %v, calls %v", e.Class, e.Name, e.Descriptor, closed, called)
			}
			for i, cb := range e.Callbacks {
				want, err := formula.Eval(cb.Count, func(formula.Symbol) (float64, bool) { return float64(n), true })
				got, ok := c.Callbacks[i].Int()
				if err != nil || !ok || called[i].Argument != cb.Argument || called[i].Name+called[i].Desc != cb.Method || float64(got) < want-1e-9 {
					t.Errorf("%s.%s%s at %d: %s is called %v times (%v), as a size %d %v", e.Class, e.Name, e.Descriptor, n, cb.Method, want, err, got, ok)
				}
				callbacks++
			}
		}
	}
	if callbacks == 0 || costs == 0 {
		t.Errorf("%d callbacks and %d costs were tried", callbacks, costs)
	}
}

func TestNoLibraryNoPrice(t *testing.T) {
	shipped, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	known := classfile.Member{Class: "java/lang/String", Name: "length", Desc: "()I"}
	nobody := func(i int, what absint.Measure, _ bool) absint.Size {
		panic(fmt.Sprint("nothing depends on argument ", i, what))
	}
	if _, ok := (priced{}).Cost(known, nobody); ok {
		t.Error("a price without a library")
	}
	if _, ok := (priced{l: shipped}).Cost(classfile.Member{Class: "com/acme/Own", Name: "length", Desc: "()I"}, nobody); ok {
		t.Error("a price of a method without a model")
	}
	if _, ok := (priced{l: shipped}).Cost(known, nobody); !ok {
		t.Error("String.length has no price")
	}
}
