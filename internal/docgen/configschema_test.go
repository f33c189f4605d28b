package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/rules"
)

// beyond are parts of messages about what an editor cannot know: formulas, names of methods, TOML that does not parse.
var beyond = []string{
	"is no TOML", "is neither a rule's id", "formula", "pattern", "a call costs no less", "is no call",
}

// configurations returns the files of the scripts and examples that are read as configurations.
func configurations(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	scripts, err := filepath.Glob("../cli/testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		a, err := txtar.ParseFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			var tree map[string]any
			if !strings.HasSuffix(f.Name, ".toml") || toml.Unmarshal(f.Data, &tree) != nil {
				continue
			}
			// Models and costs of calls are TOML, too.
			if strings.HasSuffix(f.Name, config.FileName) || slices.ContainsFunc([]string{"analysis", "model", "output", "rules", "budget", "assume", "suppress"}, func(key string) bool { return tree[key] != nil }) && tree["format"] == nil && tree["schema"] == nil {
				out[filepath.Base(script)+"/"+f.Name] = string(f.Data)
			}
		}
	}
	examples, err := filepath.Glob("../../examples/*/energylint.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range examples {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

// known are the names of rules.
func known() []string {
	var out []string
	for _, r := range rules.Infos() {
		out = append(out, r.ID, r.Name)
	}
	return out
}

// TestConfigurationSchema holds the schema against what the program makes of configurations: one that it accepts is valid,
// one that it refuses for its keys, types or values is not.
func TestConfigurationSchema(t *testing.T) {
	text, err := configurationSchema()
	if err != nil {
		t.Fatal(err)
	}
	schema := compiled(t, configurationSchemaFile, text)
	all := configurations(t)
	for i, more := range []string{
		"", "[analysis]\njobs = 2\npaths = \"a.jar\"", "[analysis]\njobs = -1", "[analysis]\njobs = 1.5", "[analysis]\npath = \"a.jar\"",
		"[model]\nconfidence = 1", "[model]\nconfidence = 0.5", "[model]\nname = \"rpi5-nyholm\"\nfile = \"m.toml\"", "[model]\nname = 5",
		"[output]\nformat = \"html\"", "[output]\nformat = [\"text\", \"json=out.json\"]", "[output]\nformat = \"json=\"", "[output]\nfail-on = \"never\"", "[output]\nfail-on = \"all\"",
		"[rules]\nenable = \"EL2001\"", "[rules]\nenable = [\"KeySetThenGet\"]", "[rules.EL2001]\nlevel = \"none\"", "[rules.EL2001]\nlevel = \"loud\"", "[rules.KeySetThenGet]\nmin-saving = \"1 mJ\"",
		"[[budget]]\nmethod = \"A.b\"", "[[budget]]\nmethod = \"A.b\"\nenergy = \"1 mJ\"\nconfidence = 0", "[budget]\nmethod = \"A.b\"\nenergy = \"1 mJ\"",
		"[[assume]]\nsymbol = \"n\"\nmax = 5", "[[assume]]\nsymbol = \"n\"", "[[assume]]\nsymbol = \"n\"\nmax = 5\nenergy = \"1 nJ\"", "[[assume]]\nsymbol = \"n\"\nmax = -1",
		"[[assume]]\nsymbol = \"n()\"\nenergy = \"1 nJ\"", "[[suppress]]\nmethod = \"a.B.*\"", "[[suppress]]\nrule = \"EL2001\"", "[nothing]\nx = 1", "x = 1",
	} {
		all[strings.Repeat("x", i+1)] = more
	}
	valid, invalid := 0, 0
	for name, text := range all {
		var tree map[string]any
		if err := toml.Unmarshal([]byte(text), &tree); err != nil {
			t.Fatal(err)
		}
		c, err := config.Parse(name, []byte(text))
		if err == nil {
			err = c.CheckRules(func(s string) bool { return slices.Contains(known(), s) }, nil)
		}
		problem := schema.Validate(plain(tree))
		switch {
		case err == nil && problem != nil:
			t.Errorf("%s: is not valid: %v\n%s", name, problem, text)
		case err == nil:
			valid++
		case problem == nil && !slices.ContainsFunc(beyond, func(part string) bool { return strings.Contains(err.Error(), part) }):
			t.Errorf("%s: is valid, but: %v\n%s", name, err, text)
		default:
			invalid++
		}
	}
	if valid < 20 || invalid < 15 {
		t.Errorf("only %d configurations that are right and %d that are wrong", valid, invalid)
	}
	t.Logf("%d configurations that are right, %d that are wrong", valid, invalid)
}

// plain turns the lists of tables of the TOML decoder into lists of any, as JSON has them.
func plain(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range x {
			out[k] = plain(e)
		}
		return out
	case []map[string]any:
		out := []any{}
		for _, e := range x {
			out = append(out, plain(e))
		}
		return out
	case []any:
		out := []any{}
		for _, e := range x {
			out = append(out, plain(e))
		}
		return out
	}
	return v
}
