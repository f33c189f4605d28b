package tomlline

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLimit(t *testing.T) {
	deep := func(open, shut string, n int) string { return strings.Repeat(open, n) + "1" + strings.Repeat(shut, n) }
	for name, c := range map[string]struct {
		text, want string
		line       int
	}{
		"table":         {"x = 1\n[" + strings.Repeat("a.", 100_000) + "a]", "a key has more than 16 parts", 2},
		"array table":   {"[[" + strings.Repeat("a.", 100_000) + "a]]", "a key has more than 16 parts", 1},
		"dotted key":    {"\n\n" + strings.Repeat("a.", 100_000) + "a = 1", "a key has more than 16 parts", 3},
		"quoted key":    {strings.Repeat(`"a".`, 100_000) + "a = 1", "a key has more than 16 parts", 1},
		"inline tables": {"x = " + deep("{a=", "}", 100_000), "nested more than 32 deep", 1},
		"inline key":    {"x = {" + strings.Repeat("a.", 100) + "a = 1}", "a key has more than 16 parts", 1},
		"later key":     {"x = {b = 1, " + strings.Repeat("a.", 100) + "a = 1}", "a key has more than 16 parts", 1},
		"arrays":        {"x = " + deep("[", "]", 100_000), "nested more than 32 deep", 1},
		"arrays, lines": {"x = [\n" + deep("[\n", "]", 100_000), "nested more than 32 deep", 33},
		"mixed":         {"x = " + deep("[{a=", "}]", 100_000), "nested more than 32 deep", 1},
		"long key":      {`"` + strings.Repeat("k", 1<<20) + `" = 1`, "a key is longer than 1024 bytes", 1},
		"long bare key": {strings.Repeat("k", 1<<20), "a key is longer than 1024 bytes", 1},
		"tables":        {strings.Repeat("[a]\n", 30_000), "more than 20000 keys", 20_001},
		"keys":          {strings.Repeat("k = 1\n", 30_000), "more than 20000 keys", 20_001},
		"elements":      {"x = [" + strings.Repeat("1,", 600_000) + "]", "more than 500000 elements", 1},
		"numbers":       {"x = [1.5, 2.5, -3.25e-7]\ny = 1.5\nz = 1979-05-27T07:32:00.999\n", "", 0},
		"long string":   {"x = \"" + strings.Repeat(`a.[{\"`, 1<<16) + "\"\ny = '''\n" + strings.Repeat("[a.b.\n", 1000) + "'''\n", "", 0},
		"comment":       {"# " + strings.Repeat("a.", 1000) + deep("[", "]", 100) + "\nx = 1 # " + strings.Repeat("a.", 1000), "", 0},
		"many numbers":  {"x = [" + strings.Repeat("1.5, ", 10_000) + "]\n", "", 0},
		"no end":        {"x = \"", "", 0},
		"no end, lines": {"x = \"\"\"\n\n", "", 0},
		"escape":        {`x = "\`, "", 0},
	} {
		err := Limit("f.toml", []byte(c.text), MaxConfigKeys)
		var e *Error
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &e) || !strings.Contains(e.Text, c.want) || e.Line != c.line) {
			t.Errorf("%s: %v, want %q at line %d", name, err, c.want, c.line)
		}
	}
}

// All that is shipped and all examples are within the limits.
func TestLimitOfFiles(t *testing.T) {
	n := 0
	for _, pattern := range []string{"../../examples/*/*.toml", "../../models/shipped/*.toml", "../../models/library/*/*.toml", "../../models/library/*.toml", "../../models/*/*.toml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := Limit(file, data, MaxKeys); err != nil {
				t.Error(err)
			}
			n++
		}
	}
	if n < 5 {
		t.Errorf("%d files", n)
	}
}
