package main

import (
	"encoding/xml"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestSpans(t *testing.T) {
	red := style{color: colors[31]}
	for _, c := range []struct {
		name, output string
		want         [][]span
	}{
		{"plain", "a b\n", [][]span{{{text: "a b"}}}},
		{"colour and back", "\x1b[31mno\x1b[0m yes", [][]span{{{red, "no", 0}, {style{}, " yes", 2}}}},
		{"bold off", "\x1b[1;31mx\x1b[22my", [][]span{{{style{bold: true, color: colors[31]}, "x", 0}, {red, "y", 1}}}},
		{"over lines", "\x1b[2ma\nb\x1b[m", [][]span{{{style{faint: true}, "a", 0}}, {{style{faint: true}, "b", 0}}}},
		{"other sequences", "a\x1b[2Kb\x1b[99mc\x1b[", [][]span{{{text: "a"}, {text: "b", at: 1}, {text: "c", at: 2}}}},
		{"wide", "日\x1b[4mx", [][]span{{{text: "日"}, {style{underline: true}, "x", 2}}}},
	} {
		if got := spans(c.output); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestPicture shows that a picture is well-formed XML with all of the text in it, whatever that holds.
func TestPicture(t *testing.T) {
	svg := picture("run <a> & b", "  \x1b[32m✓\x1b[0m List<String> \"x\"\n\n"+strings.Repeat("y", 120), 80)
	d := xml.NewDecoder(strings.NewReader(svg))
	text := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
		if c, ok := token.(xml.CharData); ok {
			text += string(c)
		}
	}
	for _, want := range []string{"run <a> & b", "✓", `List<String> "x"`, strings.Repeat("y", 120)} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if !strings.Contains(svg, `width="968"`) { // 120 columns
		t.Errorf("the picture is not as wide as its text:\n%.200s", svg)
	}
}
