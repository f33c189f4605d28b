package config

import (
	"reflect"
	"strings"
)

// Key describes one key of the configuration file.
type Key struct {
	Table   string // as written: "[analysis]", "[[budget]]", "[rules.ID]"; empty at the top level
	Name    string // "paths"; for a table itself empty
	Type    string // "string", "strings", "number", "whole number", "boolean", "table", "tables"
	Default string // in TOML; empty where there is none
	Values  string // the only allowed values, separated by ", "
	Flag    string // the command-line flag that overrides it
	Doc     string
	// Required says that the table must have the key.
	Required bool
}

// KeysReference returns every key of the configuration file in the order of the documentation: each table, then
// its keys.
func KeysReference() []Key {
	var ks []Key
	addTable(&ks, "", reflect.TypeFor[Config]())
	return ks
}

func addTable(ks *[]Key, table string, t reflect.Type) {
	fields(t, func(i int, key string, tag reflect.StructTag) {
		f := t.Field(i).Type
		sub := func(name string, elem reflect.Type, kind string) {
			*ks = append(*ks, Key{Table: name, Type: kind, Doc: tag.Get("doc")})
			addTable(ks, name, elem)
		}
		switch {
		case f.Kind() == reflect.Struct:
			sub("["+key+"]", f, "table")
		case f.Kind() == reflect.Map:
			sub(strings.TrimSuffix(table, "]")+".ID]", f.Elem(), "table")
		case f.Kind() == reflect.Slice && f.Elem().Kind() == reflect.Struct:
			sub("[["+key+"]]", f.Elem(), "tables")
		default:
			*ks = append(*ks, Key{
				Table: table, Name: key, Type: keyType(f.Kind()), Default: tag.Get("default"),
				Values: strings.ReplaceAll(tag.Get("values"), ",", ", "), Flag: tag.Get("flag"),
				Doc: tag.Get("doc"), Required: tag.Get("required") != "",
			})
		}
	})
}

func keyType(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int:
		return "whole number"
	case reflect.Float64:
		return "number"
	}
	return "strings"
}
