package suggest

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/config"
)

func TestAppend(t *testing.T) {
	entries := "[[budget]]\nmethod = \"a.B.c\"\nenergy = \"5 mJ\"\n"
	for _, c := range []struct{ name, old, want, err string }{
		{"empty", "", entries, ""},
		{"comments and spaces stay", "# one\n[model]\t\ndevice = \"any\"  # two\n", "# one\n[model]\t\ndevice = \"any\"  # two\n\n" + entries, ""},
		{"no newline at the end", "[model]", "[model]\n\n" + entries, ""},
		{"lines of Windows", "[model]\r\n", "[model]\r\n\r\n" + strings.ReplaceAll(entries, "\n", "\r\n"), ""},
		{"an inline list", "budget = [{ method = \"a.B.d\", energy = \"1 J\" }]\n", "", "paste them by hand"},
		{"a broken file", "[model\n", "", "paste them by hand"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Append("energylint.toml", []byte(c.old), []byte(entries))
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("got %q, %v", got, err)
				}
				return
			}
			if err != nil || string(got) != c.want {
				t.Errorf("got %q, %v\nwant %q", got, err, c.want)
			}
		})
	}
}

// TestTOML shows that names with any characters survive.
func TestTOML(t *testing.T) {
	p := &Plan{
		Budgets: []Budget{{Method: `a.B."c\`, Energy: "1 mJ + 2 nJ * n", When: "n <= 10"}},
		Facts:   []Fact{{Symbol: "*rows(rows)", Methods: 2}, {Symbol: "ResultSet.*", Call: true, Methods: 1}},
	}
	o := Options{Margin: 0.2, Size: 2e9, Call: "5 uJ"}
	text := string(p.TOML(o, 0.9))
	for _, want := range []string{
		"plus 20%", "[[budget]]\nmethod = \"a.B.\\\"c\\\\\"\nenergy = \"1 mJ + 2 nJ * n\"\nwhen = \"n <= 10\"\nconfidence = 0.9\n",
		"symbol = \"*rows(rows)\" # of 2 budgets\nmax = 2000000000\n", "symbol = \"ResultSet.*\" # of 1 budget\nenergy = \"5 uJ\"\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	p.Budgets[0].Method = "a.B.c"
	if c, err := config.Parse("energylint.toml", p.TOML(o, 0.9)); err != nil || len(c.Budgets) != 1 || len(c.Assumes) != 2 {
		t.Errorf("%v, %v", c, err)
	}
	if got := (&Plan{}).TOML(o, 0); len(got) != 0 {
		t.Errorf("no proposals are %q", got)
	}
}

func TestAnnotation(t *testing.T) {
	for _, c := range []struct {
		text, class string
		want        bool
	}{
		{"GetMapping", "org/acme/GetMapping", true},
		{"@GetMapping", "org/acme/GetMapping", true},
		{"org.acme.GetMapping", "org/acme/GetMapping", true},
		{"acme.GetMapping", "org/acme/GetMapping", true},
		{"Mapping", "org/acme/GetMapping", false},
		{"Web.Get", "org/acme/Web$Get", true},
		{"Web$Get", "org/acme/Web$Get", true},
		{"Get", "org/acme/Web$Get", true},
		{"", "org/acme/Web", false},
	} {
		if got := NewAnnotation(c.text).fits(c.class); got != c.want {
			t.Errorf("%q fits %s: %t", c.text, c.class, got)
		}
	}
}

func TestSymbol(t *testing.T) {
	for _, c := range []struct {
		fact Fact
		seen []string
		want string
	}{
		{Fact{key: "rows(rows)"}, []string{"rows(rows)"}, "rows(rows)"},
		{Fact{key: "rows(rows)"}, []string{"find: rows(rows)"}, "find: rows(rows)"},
		{Fact{key: "rows(rows)"}, []string{"find: rows(rows)", "rows(rows)"}, "*rows(rows)"},
		{Fact{key: "n"}, []string{"it.next: n", "m: n"}, "**n"},
		{Fact{key: "ResultSet.*", Call: true}, []string{"ResultSet.next()"}, "ResultSet.next()"},
		{Fact{key: "ResultSet.*", Call: true}, []string{"ResultSet.next()", "ResultSet.getInt(int)"}, "ResultSet.*"},
		{Fact{key: "a<b"}, []string{"a<b"}, ""},
	} {
		if got := symbol(c.fact, c.seen); got != c.want {
			t.Errorf("%v of %v is %q, want %q", c.fact, c.seen, got, c.want)
		}
	}
}
