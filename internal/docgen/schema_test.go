package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What the program writes is what the schema allows, and a document without what the schema asks for is refused.
func TestMethodsSchema(t *testing.T) {
	text, err := methodsSchema("../..")
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile("../../" + methodsSchemaFile)
	if err != nil || string(committed) != text {
		t.Errorf("%s is stale: run make docs (%v)", methodsSchemaFile, err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("methods.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("methods.json")
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "energylint")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/energylint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var one []byte
	for _, topic := range []string{"workloads", "callsymbols", "loops", "recursion", "written", "assumed", "driver"} {
		classes := filepath.Join("../../testdata/fixtures", topic, "classes")
		if _, err := os.Stat(classes); err != nil {
			continue
		}
		out, err := exec.Command(bin, "methods", "--cache", "none", "--format", "json", classes).Output()
		if len(out) == 0 {
			t.Fatalf("%s: %v", topic, err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", topic, err)
		}
		one = out
	}
	for from, to := range map[string]string{
		`"status":`: `"state":`, `"expression":`: `"expresion":`, `{"min":`: `{"mean":`, `"schema": "energylint/methods/2"`: `"schema": "energylint/methods/1"`,
	} {
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
