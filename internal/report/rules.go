package report

import (
	"io"

	"github.com/energylint/energylint/internal/finding"
)

// RulesSchema names the JSON format of the list of rules.
const RulesSchema = "energylint/rules/1"

// The list of rules in JSON.
type (
	jsonRules struct {
		Schema string     `json:"schema"`
		Rules  []jsonRule `json:"rules"`
	}
	jsonRule struct {
		ID      string   `json:"id"`
		Name    string   `json:"name"`
		Level   string   `json:"level"` // off is a rule that only runs when it is enabled
		Summary string   `json:"summary"`
		HelpURI string   `json:"help_uri"`
		Tags    []string `json:"tags"`
		Fix     string   `json:"fix,omitempty"` // what energylint fix does with the source where that is certain
	}
)

// RulesDocument is what the list of rules is made of, for its JSON Schema.
func RulesDocument() any { return &jsonRules{} }

// WriteRules writes the rules as JSON.
func WriteRules(w io.Writer, rules []finding.RuleInfo) error {
	out := jsonRules{RulesSchema, []jsonRule{}}
	for _, r := range rules {
		out.Rules = append(out.Rules, jsonRule{r.ID, r.Name, LevelName(r.Level), r.Summary, r.HelpURI, append([]string{}, r.Tags...), r.Fix})
	}
	return encode(w, &out, false)
}

// LevelName returns a level for people: a rule that only runs when it is enabled is off.
func LevelName(l finding.Level) string {
	if l == finding.Off {
		return "off"
	}
	return string(l)
}
