package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/energylint/energylint/internal/built"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/tier"
)

// compiled is the schema of a file.
func compiled(t *testing.T, file, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(file, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSchemasAreCurrent fails on a committed schema that the code does not give.
func TestSchemasAreCurrent(t *testing.T) {
	err := eachSchema("../..", func(name, old, new string) error {
		if old != new {
			t.Errorf("%s is stale: run make docs", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// program builds energylint.
func program(t *testing.T) string {
	t.Helper()
	path, err := built.Energylint()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// outputs are runs whose output is of each format; FIXTURES stands for the directory of fixtures, OUT for a file that is
// the output, where it is not on stdout.
var outputs = map[string][][]string{
	"energylint/check/1": {
		{"check", "FIXTURES/el2001/classes", "--format", "json"}, {"check", "FIXTURES/loops/classes", "--format", "json"},
		{"check", "../../examples/budgets", "--format", "json"}, {"check", "FIXTURES/driver/classes", "--format", "json"},
		{"check", "FIXTURES/nowhere", "--format", "json"},
	},
	"energylint/methods/2": {
		{"methods", "FIXTURES/workloads/classes", "--format", "json"}, {"methods", "FIXTURES/callsymbols/classes", "--format", "json"},
		{"methods", "FIXTURES/loops/classes", "--format", "json"}, {"methods", "FIXTURES/programs/classes", "--format", "json"},
		{"methods", "FIXTURES/driver/classes", "--format", "json"}, {"methods", "../../examples/budgets", "--format", "json"},
	},
	"energylint/diff/1": {
		{"diff", "FIXTURES/diffbase/classes", "FIXTURES/diffhead/classes", "--format", "json"},
		{"diff", "FIXTURES/diffhead/classes", "FIXTURES/diffbase/classes", "--format", "json"},
		{"diff", "FIXTURES/loops/classes", "FIXTURES/programs/classes", "--format", "json"},
	},
	"energylint/similar/1":  {{"diff", "--similar", "FIXTURES/reportlists/classes", "FIXTURES/reportmaps/classes", "--format", "json"}},
	"energylint/baseline/1": {{"check", "FIXTURES/el2001/classes", "--write-baseline", "OUT", "--format", "json=OUT.ignored"}},
	"energylint/rules/1":    {{"rules", "--format", "json"}},
	"energylint/validation/1": {
		{"model", "validate", "rpi5-nyholm", "--measurements", "testdata/measured.tsv", "--format", "json"},
	},
}

// TestSchemas validates outputs of each format.
func TestSchemas(t *testing.T) {
	tier.Slow(t, tier.Build)
	bin := program(t)
	out := filepath.Join(t.TempDir(), "out.json")
	for _, d := range documents() {
		text, err := d.text("../..")
		if err != nil {
			t.Fatal(err)
		}
		schema := compiled(t, d.file(), text)
		if len(outputs[d.schema]) == 0 {
			t.Errorf("no output of %s is validated", d.schema)
		}
		for _, args := range outputs[d.schema] {
			data := outputOf(t, bin, out, args)
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
			if err != nil {
				t.Fatalf("%s %v: %v", d.schema, args, err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s %v: %v", d.schema, args, err)
			}
			broken := bytes.Replace(data, []byte(`"schema": "`+d.schema), []byte(`"schema": "energylint/other/9`), 1)
			if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(broken)); err != nil || schema.Validate(value) == nil {
				t.Errorf("%s %v: another format is valid (%v)", d.schema, args, err)
			}
		}
	}
}

func outputOf(t *testing.T, bin, out string, args []string) []byte {
	t.Helper()
	isFile := false
	replaced := []string{}
	for _, a := range args {
		isFile = isFile || a == "OUT"
		replaced = append(replaced, strings.NewReplacer("FIXTURES", "../../testdata/fixtures", "OUT", out).Replace(a))
	}
	cmd := exec.Command(bin, replaced...)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == 3)) {
		t.Fatalf("%v: %v\n%s", args, err, &stderr)
	}
	if isFile {
		if data, err = os.ReadFile(out); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// TestMethodsSchemaRefuses fails where a document without what the schema asks for is valid.
func TestMethodsSchemaRefuses(t *testing.T) {
	tier.Slow(t, tier.Build)
	var d document
	for _, x := range documents() {
		if x.schema == report.MethodsSchema {
			d = x
		}
	}
	text, err := d.text("../..")
	if err != nil {
		t.Fatal(err)
	}
	schema := compiled(t, d.file(), text)
	one := outputOf(t, program(t), "", outputs[d.schema][0])
	for from, to := range map[string]string{`"status":`: `"state":`, `"expression":`: `"expresion":`, `{"min":`: `{"mean":`} {
		broken := bytes.Replace(one, []byte(from), []byte(to), 1)
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(broken))
		if err != nil || bytes.Equal(broken, one) {
			t.Fatalf("%s: not in the output, or no JSON: %v", from, err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("%s in the place of %s is valid", to, from)
		}
	}
}
