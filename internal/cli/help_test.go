package cli

import (
	"bytes"
	"strings"
	"testing"
)

func TestWrapText(t *testing.T) {
	const text = `A paragraph that is written in lines
of its own, one of which is long.

Flags:
  -f, --format FORMAT   the format of the output, in which it is written
      --short           short
    a very long line without any columns that is indented
`
	const want = `A paragraph that is written in
lines of its own, one of which is
long.

Flags:
  -f, --format FORMAT   the format of the output, in which it is written
`
	got := wrapText(text, 33)
	if !strings.HasPrefix(got, want[:strings.Index(want, "  -f")]) || !strings.HasSuffix(got, "\n      --short           short\n    a very long line without any\n    columns that is indented\n") {
		t.Errorf("got\n%s", got)
	}
	if got := wrapText(text, 50); !strings.Contains(got, "  -f, --format FORMAT   the format of the output,\n                        in which it is written\n      --short") {
		t.Errorf("got\n%s", got)
	}
	if got := wrapText(text, 200); got != text {
		t.Errorf("got\n%s", got)
	}
}

// Help fits into 120 columns where there is no terminal, and can be wrapped to 80, but for words that are longer.
func TestHelpFits(t *testing.T) {
	for _, command := range [][]string{nil, {"check"}, {"methods"}, {"explain"}, {"rules"}, {"model"}, {"model", "calibrate"}, {"init"}} {
		var out, errs bytes.Buffer
		if code := Main(append(command, "--help"), strings.NewReader(""), &out, &errs); code != ExitOK {
			t.Fatalf("%v: %d %s", command, code, errs.String())
		}
		for width, text := range map[int]string{120: out.String(), 80: wrapText(out.String(), 80)} {
			for line := range strings.Lines(text) {
				line = strings.TrimRight(line, "\n")
				if len([]rune(line)) > width && len(strings.Fields(line)) > 2 {
					t.Errorf("%v: more than %d columns: %s", command, width, line)
				}
			}
		}
	}
}
