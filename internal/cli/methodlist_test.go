package cli

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

func TestMethodListSelects(t *testing.T) {
	m := func(name string, s result.Status, upper, lower float64) result.Method {
		return result.Method{Class: "A", Name: name, Status: s, Worst: result.WorstCase{Mean: result.Joules(upper), Upper: result.Joules(upper)}, Best: result.BestCase{Lower: result.Joules(lower)}}
	}
	inf := math.Inf(1)
	all := []result.Method{
		m("f", result.Bounded, 1, 1), m("e", result.Unbounded, inf, 7), m("d", result.Assumed, 3, 1), m("c", result.Parametric, math.NaN(), 9), m("b", result.Bounded, 3, 1), m("a", result.Unknown, inf, 7),
	}
	for _, c := range []struct {
		list methodList
		want []string
	}{
		{methodList{}, []string{"f", "e", "d", "c", "b", "a"}},
		{methodList{order: "name"}, []string{"a", "b", "c", "d", "e", "f"}},
		{methodList{order: "energy"}, []string{"b", "d", "f", "c", "a", "e"}},
		{methodList{order: "energy", top: 2}, []string{"b", "d"}},
		{methodList{top: 99}, []string{"f", "e", "d", "c", "b", "a"}},
		{methodList{statuses: []string{"bounded"}}, []string{"f", "b"}},
		{methodList{statuses: []string{"unknown", "assumed"}, order: "name", top: 1}, []string{"a"}},
	} {
		before := slices.Clone(all)
		var got []string
		for _, x := range c.list.selected(all) {
			got = append(got, x.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.list, got, c.want)
		}
		if names(before) != names(all) {
			t.Fatalf("%+v changed its argument", c.list)
		}
	}
}

func names(ms []result.Method) (s string) {
	for _, m := range ms {
		s += m.Name
	}
	return s
}

// The methods that are written one by one are those of a list that is made of all values.
func TestMethodsInJSON(t *testing.T) {
	var texts [2]bytes.Buffer
	for i, args := range [][]string{nil, {"--status", strings.Join(methodStatuses(), ",")}} {
		if code := Main(append([]string{"methods", "--format", "json", "../../testdata/fixtures/assumed", "../../testdata/fixtures/arguments"}, args...), strings.NewReader(""), &texts[i], io.Discard); code != ExitOK {
			t.Fatalf("%v: exit code %d", args, code)
		}
	}
	if a, b := texts[0].Bytes(), texts[1].Bytes(); !bytes.Equal(a, b) || bytes.Count(a, []byte(`"class"`)) < 10 {
		t.Error(firstDifference(a, b))
	}
}
