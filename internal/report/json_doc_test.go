package report

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/samplereport"
)

// Every field of the JSON outputs is described, and the description names the schemas.
func TestJSONIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/output-json.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(page)
	for _, out := range [][]byte{write(t, "json", samplereport.Report(), Options{}), writeMethods(t, "json", Options{})} {
		var v any
		if err := json.Unmarshal(out, &v); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys(v, nil) {
			if !strings.Contains(doc, "`"+key+"`") {
				t.Errorf("docs/output-json.md does not describe %s", key)
			}
		}
	}
	for _, schema := range []string{CheckSchema, MethodsSchema} {
		if !strings.Contains(doc, schema) {
			t.Errorf("docs/output-json.md does not name %s", schema)
		}
	}
}

// keys lists the fields of a JSON value, except below what rules and the configuration name.
func keys(v any, out []string) []string {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			out = keys(x, out)
		}
	case map[string]any:
		for k, x := range v {
			out = append(out, k)
			if k != "properties" && k != "verdicts" && k != "counts" {
				out = keys(x, out)
			}
		}
	}
	return out
}
