package main

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/report"
)

// methodsSchemaFile is the JSON Schema of the output of methods.
var methodsSchemaFile = "docs/schema/" + strings.ReplaceAll(strings.TrimPrefix(report.MethodsSchema, "energylint/"), "/", "-") + ".json"

// namedValues are the values of strings that are types of their own.
var namedValues = map[reflect.Type][]any{
	reflect.TypeFor[result.FactorKind](): {
		result.FactorSymbol, result.FactorIndex, result.FactorMax, result.FactorMin, result.FactorDivision, result.FactorLog,
		result.FactorRoot, result.FactorQuotient, result.FactorPower,
	},
	reflect.TypeFor[result.Status](): {
		result.Exact, result.Bounded, result.Parametric, result.Assumed, result.Unbounded, result.Unknown,
	},
}

// nullable are the types of fields that may be null.
var nullable = map[reflect.Type]bool{
	reflect.TypeFor[result.Joules](): true, reflect.TypeFor[*result.Expression](): true,
	reflect.TypeFor[*result.MethodBudget](): true, reflect.TypeFor[*int64](): true,
}

// methodsSchema returns the JSON Schema of the output of methods, from the types that are written and their comments. root
// is the repository.
func methodsSchema(root string) (string, error) {
	r := &jsonschema.Reflector{AllowAdditionalProperties: true, CommentMap: map[string]string{}, Mapper: func(t reflect.Type) *jsonschema.Schema {
		if t == reflect.TypeFor[result.Joules]() {
			return &jsonschema.Schema{Type: "number"}
		}
		if values, ok := namedValues[t]; ok {
			return &jsonschema.Schema{Type: "string", Enum: values}
		}
		return nil
	}}
	for _, dir := range []string{"internal/energy/result", "internal/finding"} {
		const module = "github.com/energylint/energylint/"
		comments := &jsonschema.Reflector{}
		if err := comments.AddGoComments("", filepath.Join(root, dir)); err != nil {
			return "", err
		}
		for k, text := range comments.CommentMap {
			r.CommentMap[module+k[strings.Index(k, "internal/"):]] = strings.ReplaceAll(text, "\n", " ")
		}
	}
	s := r.Reflect(&result.MethodReport{})
	s.ID = jsonschema.ID("https://github.com/energylint/energylint/" + methodsSchemaFile)
	s.Title = "energylint methods --format json: " + report.MethodsSchema
	allowNull(s, reflect.TypeFor[result.MethodReport](), map[reflect.Type]bool{})
	if schema, ok := s.Definitions["MethodReport"].Properties.Get("schema"); ok {
		schema.Const = report.MethodsSchema
	}
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return "", err
	}
	return string(out) + "\n", nil
}

// allowNull lets fields of nullable types be null.
func allowNull(s *jsonschema.Schema, t reflect.Type, seen map[reflect.Type]bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if property, ok := s.Definitions[t.Name()].Properties.Get(name); ok && nullable[f.Type] {
			was := *property
			was.Description = ""
			*property = jsonschema.Schema{Description: property.Description, OneOf: []*jsonschema.Schema{&was, {Type: "null"}}}
		}
		allowNull(s, f.Type, seen)
	}
}

// eachSchema calls f with the schema as it is and as it should be.
func eachSchema(root string, f func(name, old, new string) error) error {
	text, err := methodsSchema(root)
	if err != nil {
		return err
	}
	name := filepath.Join(root, filepath.FromSlash(path.Clean(methodsSchemaFile)))
	old, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	return f(name, string(old), text)
}
