package main

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/config"
)

// builtin are generated parts that no command prints, by the name that stands for the command.
var builtin = map[string]func(root string) (string, error){
	"configuration keys": func(string) (string, error) { return keyTables(config.KeysReference()), nil },
	"verdicts":           verdictTable,
}

// withBuiltin adds the built-in parts to a runner at the root of a repository.
func withBuiltin(root string, run runner) runner {
	return func(command string) (string, error) {
		if text, ok := builtin[command]; ok {
			return text(root)
		}
		return run(command)
	}
}

// keyTables writes the keys of the configuration as one Markdown table for each TOML table.
func keyTables(keys []config.Key) string {
	var b strings.Builder
	header := false
	for _, k := range keys {
		if k.Name == "" {
			fmt.Fprintf(&b, "\n## `%s`\n\n%s.\n", k.Table, sentence(k.Doc))
			header = false
			continue
		}
		if !header {
			b.WriteString("\n| key | type | default | flag | meaning |\n| --- | --- | --- | --- | --- |\n")
			header = true
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", k.Name, cell(k.Type), defaultCell(k), code(k.Flag), meaning(k))
	}
	return b.String()
}

func defaultCell(k config.Key) string {
	if k.Required {
		return "required"
	}
	return code(k.Default)
}

func meaning(k config.Key) string {
	text := cell(k.Doc)
	if k.Values != "" {
		text += " (" + cell(k.Values) + ")"
	}
	return text
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + cell(text) + "`"
}

// cell escapes what would end a table's cell.
func cell(text string) string {
	return strings.ReplaceAll(text, "|", `\|`)
}

func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
