package cli

import (
	"strings"
	"testing"
)

func TestParseAssume(t *testing.T) {
	for _, test := range []struct {
		text, symbol string
		max          float64
		joules       float64
		err          string
	}{
		{text: "names.size()<=1000", symbol: "names.size()", max: 1000},
		{text: "n <= 1_000", symbol: "n", max: 1000},
		{text: "2 <= n <= 1_000", err: "expected SYMBOL<=N"},
		{text: "n <= -1", err: "below the smallest, 0"},
		{text: "it.next() <= 100 nJ", symbol: "it.next()", joules: 1e-7},
		{text: "Comparator.compare(Object, Object)<=0.5 uJ", symbol: "Comparator.compare(Object,Object)", joules: 5e-7},
		{text: "*.next() <= 0 J", symbol: "*.next()"},
		{text: "it.next() <= -1 nJ", err: "no number"},
		{text: "it.next() <= 100 n", err: `"100 n" is no number, nor an energy such as 100 nJ`},
		{text: "1 <= it.next() <= 100 nJ", err: "expected SYMBOL<=N"},
		{text: "it.next()", err: "CALL<=ENERGY"},
		{text: "n<=2<=1", err: "expected SYMBOL<=N"},
	} {
		a, err := parseAssume(test.text)
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: error %v, want one with %q", test.text, err, test.err)
			}
		case err != nil:
			t.Errorf("%s: %v", test.text, err)
		case a.Pattern.String() != test.symbol || a.Max != test.max || a.Joules != test.joules || (a.Energy != "") != strings.Contains(test.text, "J"):
			t.Errorf("%s: %+v", test.text, a)
		case test.joules > 0 && !a.Pattern.Match(test.symbol):
			t.Errorf("%s does not match %s", test.text, test.symbol)
		}
	}
}
