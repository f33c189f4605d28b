package main

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/energylint/energylint/internal/baseline"
	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/similar"
	"github.com/energylint/energylint/internal/validate"
)

// document is one JSON format that the program writes.
type document struct {
	schema string // the value of its field "schema"
	what   string // writes it
	value  any    // what is written
}

// documents are all JSON formats but those of others (SARIF, GitLab, SonarQube). A snapshot is no JSON.
func documents() []document {
	return []document{
		{report.CheckSchema, "energylint check --format json", report.CheckDocument()},
		{report.MethodsSchema, "energylint methods --format json", &result.MethodReport{}},
		{difference.Schema, "energylint diff --format json", &difference.Result{}},
		{similar.Schema, "energylint diff --similar --format json", &similar.Comparison{}},
		{baseline.Schema, "energylint check --write-baseline", baseline.Document()},
		{report.RulesSchema, "energylint rules --format json", report.RulesDocument()},
		{validate.Schema, "energylint model validate --format json", validate.Document()},
	}
}

// file is the path of the schema in the repository: docs/schema/methods-2.json.
func (d document) file() string {
	return schemaFile(strings.ReplaceAll(strings.TrimPrefix(d.schema, "energylint/"), "/", "-"))
}

func schemaFile(name string) string { return "docs/schema/" + name + ".json" }

// id is the identifier of a schema in the repository: it names the schema and need not be fetched.
func id(file string) jsonschema.ID {
	return jsonschema.ID("https://github.com/energylint/energylint/" + file)
}

// namedValues are the values of strings that are types of their own.
var namedValues = map[reflect.Type][]any{
	reflect.TypeFor[result.FactorKind](): {
		result.FactorSymbol, result.FactorIndex, result.FactorMax, result.FactorMin, result.FactorDivision, result.FactorLog,
		result.FactorRoot, result.FactorQuotient, result.FactorPower,
	},
	reflect.TypeFor[result.Status](): {
		result.Exact, result.Bounded, result.Parametric, result.Assumed, result.Unbounded, result.Unknown,
	},
	reflect.TypeFor[finding.Level](): {finding.Error, finding.Warning, finding.Note, finding.Off},
	reflect.TypeFor[finding.Verdict](): {
		finding.Proved, finding.ProvedAssuming, finding.Exceeded, finding.Violated, finding.Inconclusive, finding.Unknown,
	},
	reflect.TypeFor[difference.Class](): classes(),
	reflect.TypeFor[difference.CauseKind](): {
		difference.NewLoop, difference.LostLoop, difference.ChangedBound, difference.NewCall, difference.LostCall, difference.LostPrice,
		difference.FoundPrice, difference.OwnCode, difference.Callee, difference.NewTarget, difference.ChangedSpec, difference.Surroundings,
	},
}

func classes() []any {
	var out []any
	for _, c := range difference.Classes() {
		out = append(out, c)
	}
	return out
}

// commented are the packages whose comments describe fields.
var commented = []string{
	"internal/baseline", "internal/difference", "internal/energy/result", "internal/finding", "internal/report", "internal/similar", "internal/validate",
}

// text returns the JSON Schema of a format, from the types that are written and their comments. root is the repository.
func (d document) text(root string) (string, error) {
	r := &jsonschema.Reflector{AllowAdditionalProperties: true, CommentMap: map[string]string{}, Namer: definition, Mapper: func(t reflect.Type) *jsonschema.Schema {
		if t == reflect.TypeFor[jsonsafe.Number]() {
			return &jsonschema.Schema{Type: "number"}
		}
		if values, ok := namedValues[t]; ok {
			return &jsonschema.Schema{Type: "string", Enum: values}
		}
		return nil
	}}
	for _, dir := range commented {
		const module = "github.com/energylint/energylint/"
		comments := &jsonschema.Reflector{}
		if err := comments.AddGoComments("", filepath.Join(root, dir)); err != nil {
			return "", err
		}
		for k, text := range comments.CommentMap {
			r.CommentMap[module+k[strings.Index(k, "internal/"):]] = strings.ReplaceAll(text, "\n", " ")
		}
	}
	s := r.Reflect(d.value)
	s.ID = id(d.file())
	s.Title = d.what + ": " + d.schema
	t := reflect.TypeOf(d.value).Elem()
	allowNull(s, t, map[reflect.Type]bool{})
	if schema, ok := s.Definitions[definition(t)].Properties.Get("schema"); ok {
		schema.Const = d.schema
	}
	return schemaText(s)
}

// definition is the name of a type in a schema. Types of several packages have the same name.
func definition(t reflect.Type) string {
	name := t.Name()
	if name == "" {
		return ""
	}
	pkg := path.Base(t.PkgPath())
	return strings.ToUpper(pkg[:1]) + pkg[1:] + strings.ToUpper(name[:1]) + name[1:]
}

func schemaText(s *jsonschema.Schema) (string, error) {
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return "", err
	}
	return string(out) + "\n", nil
}

// allowNull lets numbers without a value and pointers be null.
func allowNull(s *jsonschema.Schema, t reflect.Type, seen map[reflect.Type]bool) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return
	}
	seen[t] = true
	if d := s.Definitions[definition(t)]; d != nil {
		nullFields(d, t)
	}
	for i := range t.NumField() {
		allowNull(s, t.Field(i).Type, seen)
	}
}

// nullFields does so in the fields of one type, and in those of types that are embedded in it.
func nullFields(d *jsonschema.Schema, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch property, ok := d.Properties.Get(name); {
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			nullFields(d, f.Type)
		case ok && (f.Type.Kind() == reflect.Pointer || f.Type == reflect.TypeFor[jsonsafe.Number]()):
			was := *property
			was.Description = ""
			*property = jsonschema.Schema{Description: property.Description, OneOf: []*jsonschema.Schema{&was, {Type: "null"}}}
		}
	}
}

// schemas returns the text of each schema by its path in the repository.
func schemas(root string) (map[string]string, error) {
	configuration, err := configurationSchema()
	if err != nil {
		return nil, err
	}
	out := map[string]string{configurationSchemaFile: configuration}
	for _, d := range documents() {
		if out[d.file()], err = d.text(root); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// eachSchema calls f with each schema as it is and as it should be, empty for one that should not be there.
func eachSchema(root string, f func(name, old, new string) error) error {
	all, err := schemas(root)
	if err != nil {
		return err
	}
	there, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(schemaFile("*"))))
	if err != nil {
		return err
	}
	for _, name := range there {
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if _, ok := all[filepath.ToSlash(rel)]; !ok {
			all[filepath.ToSlash(rel)] = ""
		}
	}
	for _, file := range slices.Sorted(maps.Keys(all)) {
		name := filepath.Join(root, filepath.FromSlash(file))
		old, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := f(name, string(old), all[file]); err != nil {
			return err
		}
	}
	return nil
}
