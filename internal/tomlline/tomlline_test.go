package tomlline

import (
	"strings"
	"testing"
)

type document struct {
	Name  string  `toml:"name"`
	Items []item  `toml:"item"`
	Deep  section `toml:"deep"`
}

type item struct {
	Size  int      `toml:"size"`
	Parts []string `toml:"parts"`
	Inner []item   `toml:"inner"`
}

type section struct {
	Table struct {
		Value float64 `toml:"value"`
	} `toml:"table"`
}

func TestDecodeErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"name = \"x\"\nnaem = 1\n", `f.toml:2: unknown key "naem"; did you mean "name"?`},
		{"\n[[item]]\nsize = 1\n[[item]]\nsiez = 2\n", `f.toml:5: unknown key "siez" in item; did you mean "size"?`},
		{"[deep.table]\nvalue = 1\nx = 2\n", `f.toml:3: unknown key "x" in deep.table`},
		{"[[item]]\n  inner = [{ sise = 1 }]\n", `f.toml:2: unknown key "sise" in item.inner; did you mean "size"?`},
		{"name = \n", "f.toml:1: "},
		{"name = 1\n", "f.toml:1: "},
		{"[other]\na = 1\nb = 2\n", `f.toml:1: unknown key "other"; expected one of name, item, deep`},
		{"a\x00", "f.toml:1: not a text file"},
	} {
		var d document
		err := Decode("f.toml", []byte(tt.text), &d)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
}

// A value of the wrong type is reported at its own line, in words; all of them are.
func TestWrongTypes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"name = 1\n", "f.toml:1: name: expected a text in quotes, not 1"},
		{"\n[[item]]\nsize = \"x\"\n[[item]]\nsize = 2\n", `f.toml:3: item.size: expected a whole number, not "x"`},
		{"[[item]]\nsize = 1\n[[item]]\nsize = 2.5\n", "f.toml:4: item.size: expected a whole number, not 2.5"},
		{"[[item]]\nparts = \"a\"\n", `f.toml:2: item.parts: expected a list, [ ... ], not "a"`},
		{"[[item]]\nparts = [\"a\", 1]\n", "f.toml:2: item.parts: expected a text in quotes, not 1"},
		{"[[item]]\n[[item]]\ninner = [{ size = 1 }, { size = true }]\n", "f.toml:3: item.inner.size: expected a whole number, not true"},
		{"[[item]]\ninner = 3\n", "f.toml:2: item.inner: expected a list of tables, [{ key = value }] or [[item.inner]], not 3"},
		{"item = 1979-05-27\n", "f.toml:1: item: expected a list of tables, [{ key = value }] or [[item]], not a date"},
		{"deep = 1\n", "f.toml:1: deep: expected a table, { key = value }, not 1"},
		{"[deep]\ntable = { value = \"x\" }\n", `f.toml:2: deep.table.value: expected a number, not "x"`},
		{"deep = { table = { value = [] } }\n", "f.toml:1: deep.table.value: expected a number, not a list"},
		{"[deep]\ntable = { value = { x = 1 } }\n", "f.toml:2: deep.table.value: expected a number, not a table"},
	} {
		var d document
		if err := Decode("f.toml", []byte(tt.text), &d); err == nil || err.Error() != tt.want {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
	var d document
	err := Decode("f.toml", []byte("name = 1\n[[item]]\nsize = 1.5\n"), &d)
	if err == nil || strings.Count(err.Error(), "expected") != 2 {
		t.Errorf("error %v, want both", err)
	}
}

func TestDecodeReportsEveryUnknownKey(t *testing.T) {
	var d document
	err := Decode("f.toml", []byte("a = 1\nb = 2\n"), &d)
	if err == nil || strings.Count(err.Error(), "unknown key") != 2 {
		t.Errorf("error %v, want both keys", err)
	}
}

func TestIndex(t *testing.T) {
	x := NewIndex([]byte("# a = 1\nname = \"\"\"\n[[item]]\nsize = 1\n\"\"\"\n[[item]]\nparts = [\n  \"a\",\n]\n\n[[item]] # second\n\"size\" = 3\n"))
	for _, tt := range []struct {
		table string
		n     int
		key   string
		want  int
	}{
		{"", 0, "name", 2}, {"", 0, "a", 0}, {"item", 0, "", 6}, {"item", 0, "parts", 7}, {"item", 1, "size", 12}, {"item", 1, "other", 11}, {"item", 2, "", 0},
	} {
		if got := x.Line(tt.table, tt.n, tt.key); got != tt.want {
			t.Errorf("line of %s[%d].%s is %d, want %d", tt.table, tt.n, tt.key, got, tt.want)
		}
	}
}

// TestWrongTypesHaveLines: a value of any other type than its field's is an error that names its line. The decoder has no
// position for it.
func TestWrongTypesHaveLines(t *testing.T) {
	type inner struct{ Number int }
	values := map[string]string{"text": `"a"`, "flag": "true", "number": "3", "list": "[1]", "table": "{ number = 1 }", "texts": `["a"]`, "tables": "[{ number = 1 }]", "date": "2026-11-22"}
	fits := map[string]string{"real": "number", "small": "number", "wide": "number", "pointer": "number", "tables": "tables", "table": "table", "texts": "texts", "text": "text", "flag": "flag"}
	for field, fit := range fits {
		for kind, value := range values {
			var v struct {
				Real, Unused float64
				Small        uint8
				Wide         int64
				Pointer      *int
				Tables       []inner
				Table        inner
				Texts        []string
				Text         string
				Flag         bool
			}
			err := Decode("f.toml", []byte("unused = 1\n"+field+" = "+value+"\n"), &v)
			if kind == fit != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), "f.toml:2: "+field) {
				t.Errorf("%s = %s: error %v", field, value, err)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"meter", "name", "residual_sd", "Device 1"}
	for in, want := range map[string]string{"metre": "meter", "device 1": "Device 1", "zzzzz": "", "residualsd": "residual_sd", "": ""} {
		if got := Nearest(in, candidates); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}
