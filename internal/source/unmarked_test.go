package source

import (
	"fmt"
	"strings"
	"testing"
)

// A comment that is meant as a budget and is not marked as one is found; prose that mentions energy is not.
func TestUnmarked(t *testing.T) {
	for _, c := range []struct{ comment, want string }{
		{"// @ energy 1 nJ;", "1:4 1 nJ"},
		{"// @energy 1 nJ", "1:4 1 nJ"},
		{"//ENERGY@ energy 1 nJ;", "1:3 1 nJ"},
		{"//ENERGY@ 1 nJ;", "1:3 1 nJ"},
		{"//+ENERGY energy 35 uJ + 120 nJ * n;", "1:3 35 uJ + 120 nJ * n"},
		{"//+ENERGY @ energy 1 nJ;", "1:3 1 nJ"},
		{"// +ENERGY@ energy 1 nJ;", "1:4 1 nJ"},
		{"//@+ENERGY energy 1 nJ;", "1:3 1 nJ"},
		{"/* @ energy 1 nJ; */", "1:4 1 nJ"},
		{"/** @energy 1 nJ */", "1:5 1 nJ"},
		{"/**@ energy 1 nJ; */", "1:4 1 nJ"},
		{"/**\n * Encodes.\n * @param n the size\n * @energy n * 120 nJ\n */", "4:4 n * 120 nJ"},
		{"/**\n * @budget: 5 mJ per call\n */", "2:4 5 mJ"},
		{"/** @energy <= 5 mJ */", "1:5 5 mJ"},
		{"// @energy 700 instructions", "1:4 700 instructions"},
		{"// energy 5 mJ + 3 nJ * n;", "1:4 5 mJ + 3 nJ * n"},
		{"/**\n * energy 5 mJ;\n */", "2:4 5 mJ"},

		{"// energy 5 mJ; see there", ""},
		{"// energy 5 times;", ""},
		{"// energy 5 mJ of 3;", ""},
		{"//@ energy 1 nJ;", ""},
		{"//+ENERGY@ energy 1 nJ;", ""},
		{"/*@ energy 1 nJ; @*/", ""},
		{"//-ENERGY@ energy 1 nJ;", ""},
		{"//+OPENJML@ energy 1 nJ;", ""},
		{"// //@ energy 1 nJ;", ""},
		{"// energy 1 nJ", ""},
		{"// the energy is 1 nJ", ""},
		{"// @energy of a call is about 5 mJ", ""},
		{"// @energy 5 of them", ""},
		{"/** @energy team, see 5 J */", ""},
		{"/** Sends {@energy 1 nJ}. */", ""},
		{"/** @Energy(\"5 mJ\") */", ""},
		{"/** @author energy@5J.example */", ""},
		{"// mail energy@example.org, 5 J", ""},
		{"// @budget 2024 Joe", ""},
		{"// base\n// +energy 5 nJ", ""},
		{"String s = \"// @ energy 1 nJ;\";", ""},
	} {
		f := &file{path: "T.java", text: []byte(c.comment + "\nclass T { void m() { } }\n")}
		f.attach(readJava(f.text))
		var got []string
		for _, p := range f.unmarked {
			_, budget, ok := strings.Cut(p.Message, "write //@ energy ")
			if !ok {
				t.Fatal(p.Message)
			}
			got = append(got, fmt.Sprintf("%d:%d %s", p.Origin.Line, p.Origin.Col, strings.TrimSuffix(budget, "; before the method")))
		}
		if s := strings.Join(got, "\n"); s != c.want {
			t.Errorf("%s: %q, want %q", c.comment, s, c.want)
		}
	}
}

// TestNamesBudget holds the search for words against the expression that it saves: where that matches, the words are there.
func TestNamesBudget(t *testing.T) {
	for _, text := range []string{"// @ energy 5 mJ", "/* @budget */", "// ENERGY@ 5", "//+Energy 5", "// energy 5 mJ;", "e", "energ", "b", "budge", "the budget", "an Energy", ""} {
		names := namesBudget([]byte(text))
		if maybeUnmarked.MatchString(text) && !names {
			t.Errorf("%q may be a budget", text)
		}
		if want := strings.Contains(strings.ToLower(text), "energy") || strings.Contains(strings.ToLower(text), "budget"); names != want {
			t.Errorf("%q: %v, want %v", text, names, want)
		}
	}
}
