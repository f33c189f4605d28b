package cli

import (
	"bytes"
	"strings"
	"testing"
)

// TestDidYouMean shows that a misspelled word of any kind is answered with the word that it may mean, and is wrong usage.
func TestDidYouMean(t *testing.T) {
	const classes = "../../examples/shop/classes"
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, c := range []struct{ args, want string }{
		{"chekc", "check"},
		{"sugest", "suggest"},
		{"model lsit", "list"},
		{"github coment", "comment"},
		{"completion bsh", "bash"},
		{"help chekc", "check"},
		{"help model lsit", "list"},
		{"check --formt json", "--format"},
		{"suggest --anotation X", "--annotation"},
		{"init --anotations x", "--annotations"},
		{"model validate --formt json", "--format"},
		{"check --format sariff " + classes, "sarif"},
		{"methods --format jsn " + classes, "json"},
		{"rules --format jsn", "json"},
		{"methods --sort enrgy " + classes, "energy"},
		{"methods --status boundd " + classes, "bounded"},
		{"check --fail-on eror " + classes, "error"},
		{"check --color alwys " + classes, "always"},
		{"check --enable EL201 " + classes, "EL2001"},
		{"check --disable KeySetThenGte " + classes, "KeySetThenGet"},
		{"explain KeySetThenGte", "KeySetThenGet"},
		{"check --model rpi5-nyholn " + classes, "rpi5-nyholm"},
		{"model show rpi5-nyholn", "rpi5-nyholm"},
		{"check --device Device1 " + classes, "Device 1"},
		{"check --jdk embeded " + classes, "embedded"},
		{"check --cache nonne " + classes, "none"},
		{"explain --dump bonds x " + classes, "bounds"},
		{"explain Iban.vaild " + classes, "com.example.shop.Iban.valid"},
	} {
		var out, errs bytes.Buffer
		code := Main(strings.Fields(c.args), strings.NewReader(""), &out, &errs)
		said := strings.ReplaceAll(errs.String(), `"`, "")
		if code != ExitUsage || !strings.Contains(said, "did you mean "+c.want+"?") {
			t.Errorf("energylint %s ended with %d: %s", c.args, code, errs.String())
		}
	}
}
