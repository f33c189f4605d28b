package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/invopop/jsonschema"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/rules"
)

// configurationSchemaFile is the JSON Schema of energylint.toml. The configuration that init writes names it.
var configurationSchemaFile = schemaFile("energylint-toml")

// configurationSchema returns the schema of energylint.toml, from the tags of package config. It says what an editor can
// know: keys, types, names of rules and models. Formulas, and names of methods, are checked by the program.
func configurationSchema() (string, error) {
	s, err := tableSchema(reflect.TypeFor[config.Config](), "")
	if err != nil {
		return "", err
	}
	s.Version = "http://json-schema.org/draft-07/schema#" // editors know no later one
	s.ID = id(configurationSchemaFile)
	s.Title = config.FileName
	return schemaText(s)
}

// tableSchema is the schema of a table.
func tableSchema(t reflect.Type, description string) (*jsonschema.Schema, error) {
	s := &jsonschema.Schema{Type: "object", Description: description, Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for i := range t.NumField() {
		f := t.Field(i)
		key, doc := f.Tag.Get("toml"), f.Tag.Get("doc")
		var err error
		switch {
		case key == "" || key == "-":
		case key == "*":
			err = addRules(s, f.Type.Elem())
		case f.Type.Kind() == reflect.Struct:
			var table *jsonschema.Schema
			if table, err = tableSchema(f.Type, doc); err == nil {
				s.Properties.Set(key, table)
			}
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
			var table *jsonschema.Schema
			if table, err = tableSchema(f.Type.Elem(), doc); err == nil {
				s.Properties.Set(key, &jsonschema.Schema{Type: "array", Items: table, Description: doc})
			}
		default:
			var value *jsonschema.Schema
			if value, err = valueSchema(f); err == nil {
				s.Properties.Set(key, value)
			}
			if f.Tag.Get("required") != "" {
				s.Required = append(s.Required, key)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	exclude(s, t)
	return s, nil
}

// addRules adds a table for each rule, by its id and by its name.
func addRules(s *jsonschema.Schema, t reflect.Type) error {
	for _, r := range rules.Infos() {
		for _, name := range []string{r.ID, r.Name} {
			table, err := tableSchema(t, r.Name+" ("+r.ID+"): "+r.Summary)
			if err != nil {
				return err
			}
			s.Properties.Set(name, table)
		}
	}
	return nil
}

// exclude adds what needs more than one key: see config's compile.
func exclude(s *jsonschema.Schema, t reflect.Type) {
	one := func(key string) *jsonschema.Schema { return &jsonschema.Schema{Required: []string{key}} }
	switch t {
	case reflect.TypeFor[config.Assume]():
		s.OneOf = []*jsonschema.Schema{one("max"), one("energy")}
	case reflect.TypeFor[config.Model]():
		s.Not = &jsonschema.Schema{Required: []string{"name", "file"}}
	}
}

// valueSchema is the schema of a value, with its default and what it means.
func valueSchema(f reflect.StructField) (*jsonschema.Schema, error) {
	var s *jsonschema.Schema
	switch f.Type.Kind() {
	case reflect.String:
		s = textSchema(f)
	case reflect.Bool:
		s = &jsonschema.Schema{Type: "boolean"}
	case reflect.Int:
		s = &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "1048576"}
	case reflect.Float64:
		s = &jsonschema.Schema{Type: "number"}
		if f.Tag.Get("kind") == "confidence" {
			s.ExclusiveMinimum, s.ExclusiveMaximum = "0", "1"
		} else {
			s.Minimum = "0"
		}
	case reflect.Slice:
		text := textSchema(f)
		s = &jsonschema.Schema{AnyOf: []*jsonschema.Schema{text, {Type: "array", Items: text}}}
	default:
		return nil, fmt.Errorf("a schema of %s is not known", f.Type)
	}
	s.Description = f.Tag.Get("doc")
	if text := f.Tag.Get("default"); text != "" {
		var tree map[string]any
		if _, err := toml.Decode("x = "+text, &tree); err != nil {
			return nil, err
		}
		s.Default = tree["x"]
	}
	return s, nil
}

// textSchema is the schema of a text, or of one in a list.
func textSchema(f reflect.StructField) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	enum := func(values []string) {
		for _, v := range values {
			s.Enum = append(s.Enum, v)
		}
	}
	if values := f.Tag.Get("values"); values != "" {
		enum(strings.Split(values, ","))
	}
	switch f.Tag.Get("kind") {
	case "rule":
		for _, r := range rules.Infos() {
			enum([]string{r.ID, r.Name})
		}
	case "format":
		s.Pattern = "^(" + strings.Join(config.Formats, "|") + ")(=.+)?$"
		for _, f := range config.Formats {
			s.Examples = append(s.Examples, f)
		}
	case "energy", "method", "symbol", "budget":
		one := uint64(1)
		s.MinLength = &one
	case "model":
		enum(models.Names())
	}
	return s
}
