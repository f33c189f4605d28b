package quantity

import (
	"math"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want float64
	}{
		{"5 mJ", 5e-3}, {"120 nJ", 120e-9}, {"1.5uJ", 1.5e-6}, {"35 µJ", 35e-6}, {"35 μJ", 35e-6}, {"2 pJ", 2e-12},
		{"3e-6 J", 3e-6}, {"7kJ", 7000}, {"1 Wh", 3600}, {"2 mWh", 7.2}, {" 1_000 nJ ", 1e-6}, {"-4 nJ", -4e-9}, {"0J", 0},
	} {
		got, err := Parse(tt.in)
		if err != nil || math.Abs(got-tt.want) > 1e-12*math.Abs(tt.want) {
			t.Errorf("Parse(%q) = %v, %v, want %v", tt.in, got, err, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":          "expected a number and a unit",
		"mJ":        "expected a number and a unit",
		"5":         "the unit is missing",
		"5 mW":      `unknown unit "mW"`,
		"5 xJ":      `unknown prefix "x"`,
		"5 j":       `unknown unit "j"`,
		"1.2.3 J":   "is not a number",
		"1e400 J":   "too large",
		"1e308 TWh": "too large",
		"NaN J":     "expected a number",
	} {
		if _, err := Parse(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, want one with %q", in, err, want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		v    float64
		want string
	}{
		{36.71e-9, "36.7 nJ"}, {5e-3, "5 mJ"}, {999.6e-9, "1 uJ"}, {0, "0 J"}, {-35.2e-6, "-35.2 uJ"}, {412e-9, "412 nJ"},
		{1234, "1.23 kJ"}, {1, "1 J"}, {100, "100 J"}, {1e-19, "1e-19 J"}, {1e15, "1e+15 J"}, {math.Inf(1), "unbounded"}, {math.NaN(), "unbounded"},
	} {
		if got := Format(tt.v); got != tt.want {
			t.Errorf("Format(%v) = %q, want %q", tt.v, got, tt.want)
		}
	}
	if got := Instruction.Format(1234); got != "1.23 k instr" {
		t.Errorf("instructions: %q", got)
	}
	if v, err := Instruction.Parse("1.2 k instr"); v != 1200 || err != nil {
		t.Errorf("instructions: %v, %v", v, err)
	}
	if got := Joule.FormatSigned(2e-9); got != "+2 nJ" {
		t.Errorf("signed: %q", got)
	}
	if got := Joule.FormatFixed(2e-9); got != "2.00 nJ" {
		t.Errorf("fixed: %q", got)
	}
}

func TestFormatParses(t *testing.T) {
	for _, u := range []Unit{Joule, Instruction} {
		rapid.Check(t, func(t *rapid.T) {
			v := math.Pow(10, rapid.Float64Range(-25, 20).Draw(t, "exponent"))
			if rapid.Bool().Draw(t, "negative") {
				v = -v
			}
			s := u.Format(v)
			got, err := u.Parse(s)
			if err != nil {
				t.Fatalf("%v formats as %q: %v", v, s, err)
			}
			if math.Abs(got-v) > 0.00501*math.Abs(v) {
				t.Fatalf("%v formats as %q, which is %v", v, s, got)
			}
			if again := u.Format(got); again != s {
				t.Fatalf("%q formats again as %q", s, again)
			}
		})
	}
}

func TestCountPercentProbability(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(12345), "12,345"}, {Count(-1234567), "-1,234,567"}, {Count(0.5), "0.5"},
		{Count(1e18), "1e+18"}, {Count(math.Inf(1)), "unbounded"},
		{Percent(0.42), "42%"}, {Percent(0.031), "3.1%"}, {Percent(0.0001), "<0.1%"}, {Percent(1), "100%"}, {Percent(math.NaN()), "n/a"},
		{Percent(0.0996), "10%"}, {Percent(-0.25), "-25%"},
		{Probability(0.5), "50%"}, {Probability(0.9998), "99.98%"}, {Probability(1 - 1e-12), ">99.99%"}, {Probability(1e-9), "<0.01%"}, {Probability(0), "<0.01%"}, {Probability(1), ">99.99%"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestColumn(t *testing.T) {
	got := strings.Join(Joule.Column([]float64{1.5e-9, 412e-9, 36.7, math.Inf(1)}), "\n")
	want := strings.Join([]string{
		"        1.50 nJ",
		"      412    nJ",
		"       36.7   J",
		"unbounded      ",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		out := Instruction.Column(rapid.SliceOf(rapid.Float64()).Draw(t, "values"))
		for _, s := range out {
			if len(s) != len(out[0]) {
				t.Fatalf("widths differ: %q", out)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"5 mJ", "1e-6J", "-3 k instr", "1_0 µJ", "..", "1e J", "2Wh"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Parse(s)
		if err != nil {
			if utf8.ValidString(s) && !utf8.ValidString(err.Error()) {
				t.Fatalf("error is not text: %q", err)
			}
			return
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("Parse(%q) = %v", s, v)
		}
		if _, err := Parse(Format(v)); err != nil {
			t.Fatalf("Format(%v): %v", v, err)
		}
	})
}

// A bound that is written is on its own side of the bound, and no further from it than the third digit tells.
func TestBoundsAreRoundedAway(t *testing.T) {
	for _, tt := range []struct {
		v        float64
		down, up string
	}{
		{1.0004e-3, "1 mJ", "1.01 mJ"}, {9.999e-7, "999 nJ", "1 uJ"}, {5e-3, "5 mJ", "5 mJ"}, {0.1 + 0.2, "300 mJ", "300 mJ"}, {0, "0 J", "0 J"},
		{-1.234, "-1.24 J", "-1.23 J"}, {math.Inf(1), Unbounded, Unbounded},
	} {
		if down, up := Joule.FormatDown(tt.v), Joule.FormatUp(tt.v); down != tt.down || up != tt.up {
			t.Errorf("%v is from %s to %s, want %s and %s", tt.v, down, up, tt.down, tt.up)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(1e-17, 1e12).Draw(t, "v")
		down, err1 := Parse(Joule.FormatDown(v))
		up, err2 := Parse(Joule.FormatUp(v))
		fixed, err3 := Parse(Joule.FormatFixedUp(v))
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if beside := 1e-11 * v; down > v+beside || up < v-beside || up-down > 0.0101*v || fixed != up {
			t.Fatalf("%v is from %v to %v (%v)", v, down, up, fixed)
		}
	})
}

// What is written for Parse is read back as a number on the same side, close to the one that was written.
func TestFormatNotBelowParsesNotBelow(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	numbers := []float64{0, 5e-6, 5e-6 * (1 + 1e-13), 5e-6 * (1 - 1e-13), 9.995e-7, 9.994e-7, 1e-19, 1.234e-21, 1.234e17, 5.01e-6, 0.1 + 0.2}
	for range 20000 {
		numbers = append(numbers, math.Pow(10, 20*rnd.Float64()-12), float64(1+rnd.Intn(999))*math.Pow10(rnd.Intn(18)-12))
	}
	for _, v := range numbers {
		up, errUp := Parse(Joule.FormatNotBelow(v))
		down, errDown := Parse(Joule.FormatNotAbove(v))
		same, errSame := Parse(Joule.FormatExact(v))
		if errUp != nil || errDown != nil || errSame != nil || up < v || down > v || same != v || up > v*1.0101 || down < v*0.9899 {
			t.Errorf("%v: %q, %q, %q", v, Joule.FormatNotBelow(v), Joule.FormatNotAbove(v), Joule.FormatExact(v))
		}
	}
}

func TestDigits(t *testing.T) {
	for _, tt := range []struct {
		v    float64
		up   bool
		want string
	}{
		{1.5, true, "1.5"}, {1.5, false, "1.5"}, {1. / 3, true, "0.333334"}, {1. / 3, false, "0.333333"}, {2. / 3, true, "0.666667"}, {2. / 3, false, "0.666666"},
		{9.9999999, true, "10"}, {9.9999999, false, "9.99999"}, {1234567, true, "1.23457e+06"}, {1234567, false, "1.23456e+06"}, {3, true, "3"},
	} {
		if got := Digits(tt.v, 6, tt.up); got != tt.want {
			t.Errorf("Digits(%v, 6, %v) = %q, want %q", tt.v, tt.up, got, tt.want)
		}
	}
}
