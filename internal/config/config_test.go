package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const example = `[analysis]
paths = ["target/classes"]
sources = ["src/main/java"]
classpath = ["target/dependency/*.jar"]
jdk = "auto"                      # JAVA_HOME, a path, or "none"

[model]
name = "rpi5-nyholm"              # shipped, or file = "models/our-device.toml"
device = "Device 1"               # or "any": the worst of them
confidence = 0.95

[[budget]]
method = "com.acme.Codec.encode"  # overloads: add the parameter types, encode(byte[], int); * and ** as globs
energy = "5 mJ"
confidence = 0.99

[[budget]]
method = "com.acme.Codec.decode(byte[], int)"
energy = "35 uJ + 120 nJ * n"
when = "n <= 10_000"

[[assume]]                        # sizes that the code does not bound
symbol = "*.size()"
max = 1000

[rules]
disable = ["EL1007"]
[rules.EL2001]
level = "error"
min-saving = "1 uJ"               # below this saving a finding is not worth a person's time

[[suppress]]
rule = "EL2001"
method = "com.acme.legacy.**"
reason = "rewritten in Q3"
`

func TestExample(t *testing.T) {
	c, err := Parse("energylint.toml", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if c.Analysis.Paths[0] != "target/classes" || c.Model.Device != "Device 1" || c.Model.Confidence != 0.95 {
		t.Errorf("%+v", c)
	}
	if len(c.Budgets) != 2 || c.Budgets[0].Spec.Origin.String() != "energylint.toml:12" ||
		c.Budgets[0].Spec.Energy.String() != "5 mJ" || c.Budgets[0].Spec.Confidence != 0.99 {
		t.Errorf("%+v", c.Budgets)
	}
	if !c.Budgets[1].Pattern.Match("com/acme/Codec", "decode", "([BI)V") || c.Budgets[1].Spec.When.String() != "n <= 10000" {
		t.Errorf("%+v", c.Budgets[1])
	}
	if !c.Assumes[0].Pattern.Match("names.size()") || c.Assumes[0].Max != 1000 {
		t.Errorf("%+v", c.Assumes)
	}
	if c.Level("EL2001", "KeySetThenGet") != "error" || c.MinSaving("EL2001", "") != 1e-6 || c.MinSaving("EL1001", "") != 0 {
		t.Error(c.Rules)
	}
	if s := c.Suppress[0]; !s.Suppression.Covers("EL2001", "KeySetThenGet") || s.Suppression.Reason != "rewritten in Q3" || s.Suppression.Origin.Line != 32 {
		t.Errorf("%+v", s)
	}
	if c.Output.FailOn != "error" || c.Output.Format[0] != "text" {
		t.Errorf("defaults: %+v", c.Output)
	}
	if err := c.CheckRules(func(r string) bool { return r != "EL1007" }, []string{"EL1001"}); err == nil ||
		!strings.HasPrefix(err.Error(), `energylint.toml:27: rules.disable: there is no rule "EL1007"`) {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"[model]\nconfidense = 0.9", `energylint.toml:2: model.confidense: unknown key "confidense" in [model]; did you mean "confidence"?`},
		{"modle = 3", `energylint.toml:1: modle: unknown key "modle" at the top level; did you mean "model"?`},
		{"\nfail-on = \"error\"", `energylint.toml:2: fail-on: unknown key "fail-on" at the top level; "fail-on" belongs in [output]`},
		{"[model]\n\nconfidence = \"0.9\"", `energylint.toml:3: model.confidence: expected a number, found the string "0.9"`},
		{"[model]\nconfidence = 95", `energylint.toml:2: model.confidence: 95 is no confidence: expected a number between 0 and 1, as in 0.95`},
		{"[analysis]\npaths = [\n  1]", `energylint.toml:2: analysis.paths: expected a list of strings, found the number 1 in it`},
		{"analysis = 3", `energylint.toml:1: analysis: expected a table [analysis], found the number 3`},
		{"[budget]\nmethod = \"a.B.c\"", `energylint.toml:1: budget: expected tables [[budget]], found a table`},
		{"[[budget]]\nmethod = \"a.B.c\"", `energylint.toml:1: budget[0]: the key "energy" is missing`},
		{"[[budget]]\nmethod = \"a.B.c\"\nenergy = \"5\"", `energylint.toml:3: budget[0].energy: "5": expected an energy, found a number: write its unit, as in 5 mJ or 120 nJ * n (at character 1)`},
		{"[[budget]]\nmethod = \"c\"\nenergy = \"5 J\"", `energylint.toml:2: budget[0].method: method pattern "c": expected a class and a method, as in com.acme.Codec.c, or **.c for every class`},
		{"[[budget]]\nmethod = \"a.B.c\"\nenergy = \"5 J\"\nwhen = \"n\"", `energylint.toml:4: budget[0].when: "n": expected a condition like 0 <= n && n <= 100, found "n" (at character 1)`},
		{"[[budget]]\nmethod = a.B.c\nenergy = \"5 J\"", `energylint.toml:2: expected value but found "a" instead; texts are in quotes, as in energy = "5 mJ"`},
		{"\xff\xfe\x23\x4e\x23\x4e\x23\x4e\n\x00", `energylint.toml:1: the file is UTF-16: save it as UTF-8`},
		{"\xfe\xff\x00[", `energylint.toml:1: the file is UTF-16: save it as UTF-8`},
		{"[[budget]]\nmethod = \"a.B.c\"\nenergy = \"5 mj\"", `energylint.toml:3: budget[0].energy: "5 mj": "mj" is no unit of energy: expected aJ, fJ, pJ, nJ, uJ, mJ, J, kJ, MJ or GJ; did you mean "mJ"? (at character 1)`},
		{"[[budget]]\nmethod = \"a.B.c\"\nenergy = 5", `energylint.toml:3: budget[0].energy: expected a string, found the number 5`},
		{"[[budget]]\nmethod = \"a.B.c\"\nenergy = \"1 mJ - 5 mJ\"", `energylint.toml:3: budget[0].energy: "1 mJ - 5 mJ": 1 mJ - 5 mJ is below zero, and no call costs that (at character 1)`},
		{"[[assume]]\nsymbol = \"n\"\nenergy = \"100 nJ\"", "energylint.toml:2: assume[0].symbol: an energy is assumed of calls, such as it.next(), and n is no call: of a size, assume a number"},
		{"[[assume]]\nsymbol = \"it.next()\"\nenergy = \"100\"", "energylint.toml:3: assume[0].energy: expected an energy, found a number: write its unit, as in 5 mJ or 120 nJ * n (at character 1)"},
		{"[[assume]]\nsymbol = \"it.next()\"\nenergy = \"100 nJ\"\nmax = 3", "energylint.toml:3: assume[0].energy: an assumption is of a size, with max, or of what a call costs, with energy: not both"},
		{"[[assume]]\nsymbol = \"it.next()\"", "energylint.toml:1: assume[0]: an assumption needs max, the greatest value of a size, or energy, what a call costs at most"},
		{"[[assume]]\nsymbol = \"n\"\nmax = -2", `energylint.toml:3: assume[0].max: the greatest value -2 is below the smallest, 0`},
		{"[rules]\ndisable = [\"keyset\"]", `energylint.toml:2: rules.disable: "keyset" is neither a rule's id, like EL2001, nor a rule's name, like KeySetThenGet`},
		{"[rules.EL2001]\nlevel = \"eror\"", `energylint.toml:2: rules.EL2001.level: "eror" is not allowed: expected error, warning, note, none; did you mean "error"?`},
		{"[rules]\nEL2001 = \"off\"", `energylint.toml:2: rules.EL2001: a rule's settings are a table, [rules.EL2001]`},
		{"[rules]\nEL2001 = {level = \"loud\"}", `energylint.toml:2: rules.EL2001.level: "loud" is not allowed: expected error, warning, note, none`},
		{"[rules.EL2001]\nmin-savings = \"1 J\"", `energylint.toml:2: rules.EL2001.min-savings: unknown key "min-savings" in [rules.EL2001]; did you mean "min-saving"?`},
		{"[output]\nformat = \"sarfi\"", `energylint.toml:2: output.format: "sarfi" is no output format: expected text, json, sarif, github, markdown, junit, gitlab, checkstyle, sonar; did you mean "sarif"?`},
		{"[model]\nname = \"a\"\nfile = \"b\"", `energylint.toml:3: model.file: name and file both choose a model: write one of them`},
		{"[analysis]\njobs = -1", `energylint.toml:2: analysis.jobs: -1 is out of range: expected 0 to 1048576`},
		{"x = \"\"\"\na\n\"\"\" # c\n[model] # d\ny = [ # e\n1, '#']\nz = 1", "energylint.toml:1: x: unknown key \"x\" at the top level; it has analysis, model, output, rules, budget, assume, suppress\n" +
			"energylint.toml:5: model.y: unknown key \"y\" in [model]; it has name, file, device, confidence, residual, mode, evidence, watts_per_core, libraries\n" +
			"energylint.toml:7: model.z: unknown key \"z\" in [model]; it has name, file, device, confidence, residual, mode, evidence, watts_per_core, libraries"},
		{"[[suppress]]\nmethod = \"a.b\"\n[[suppress]]\nmetod = \"a.b\"", "energylint.toml:3: suppress[1]: the key \"method\" is missing\n" +
			"energylint.toml:4: suppress[1].metod: unknown key \"metod\" in [[suppress]]; did you mean \"method\"?"},
	} {
		_, err := Parse("energylint.toml", []byte(c.in))
		if err == nil {
			t.Errorf("%q: no error", c.in)
		} else if err.Error() != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.in, err, c.want)
		}
	}
	// Errors of TOML itself have the library's words, but the file and the line.
	for in, want := range map[string]string{"a = \n": "energylint.toml:1: ", "\n[x\n": "energylint.toml:3: ", "a = 1\na = 2": "energylint.toml:2: "} {
		if _, err := Parse("energylint.toml", []byte(in)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestFindAndLoad(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, FileName)
	if err := os.WriteFile(file, []byte("[analysis]\npaths = \"x\"\nunknown-calls = \"10 uJ\""), 0o644); err != nil {
		t.Fatal(err)
	}
	got, ok := Find(deep)
	if !ok || got != file {
		t.Fatalf("Find = %q, %v", got, ok)
	}
	c, err := Load(got, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Path(c.Analysis.Paths[0]); p != filepath.Join(dir, "x") {
		t.Error(p)
	}
	if p := c.Path("/abs"); p != "/abs" {
		t.Error(p)
	}
	if v, ok := c.UnknownCall(); !ok || v != 1e-5 {
		t.Error(v, ok)
	}
	if _, err := Load(filepath.Join(dir, "none.toml"), nil, nil); err == nil || !strings.Contains(err.Error(), "none.toml") {
		t.Error(err)
	}
}

// TestReference checks that every key is described and that every default is one that the file itself could have.
func TestReference(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range KeysReference() {
		id := k.Table + " " + k.Name
		if k.Doc == "" || seen[id] {
			t.Errorf("%s: no description, or twice", id)
		}
		seen[id] = true
		if k.Default == "" || strings.HasPrefix(k.Table, "[[") {
			continue
		}
		if _, err := Parse("defaults.toml", []byte(k.Table+"\n"+k.Name+" = "+k.Default)); err != nil {
			t.Errorf("%s: the default %s: %v", id, k.Default, err)
		}
	}
	for _, want := range []string{"[analysis] paths", "[output] fail-on", "[[budget]] energy", "[rules.ID] level", "[[budget]] "} {
		if !seen[want] {
			t.Errorf("%q is missing", want)
		}
	}
	if c := Default(); c.Model.Name != "rpi5-nyholm" || c.Dir != "." {
		t.Errorf("%+v", c)
	}
}

// FuzzParse checks that no input makes Parse fail other than by an Errors whose entries have the file's name.
func FuzzParse(f *testing.F) {
	f.Add(example)
	for _, s := range []string{"[[budget]]\n[budget.x]\n", "a.b.c = {x = [1, {y = '''\n'''}]}", "[rules.\"EL 1\"]", "x = \"\\\"#\"", "[[a.b]]\n[[a.b.c]]\n", "[analysis]\r\njobs = 0x10"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse("f.toml", []byte(s))
		if err == nil {
			c.MinSaving("EL1001", "")
			c.UnknownCall()
			return
		}
		es, ok := err.(Errors)
		if !ok || len(es) == 0 {
			t.Fatalf("%T %v", err, err)
		}
		for _, e := range es {
			if e.File != "f.toml" || e.Line < 0 || e.Line > strings.Count(s, "\n")+1 {
				t.Errorf("%+v", e)
			}
		}
	})
}
