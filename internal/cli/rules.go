package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/finding"
)

func (p *program) rulesCommand() *cobra.Command {
	format := "text"
	c := &cobra.Command{
		Use: "rules", Short: "List the rules",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(`"energylint rules" lists all rules; "energylint explain %s" shows one`, args[0])
			}
			return nil
		},
		Long:    `List the rules with their levels. "energylint explain RULE" shows one rule's documentation.`,
		Example: "  energylint rules\n  energylint rules --format json",
		RunE: func(*cobra.Command, []string) error {
			switch format {
			case "text":
				return writeError(p.ruleTable())
			case "json":
				return writeError(p.ruleJSON())
			}
			return oneOf("--format", format, []string{"text", "json"})
		},
	}
	c.Flags().StringVarP(&format, "format", "f", "text", "`FORMAT`: text or json")
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp))
	c.AddCommand(p.rulesMeasureCommand())
	return c
}

func (p *program) ruleTable() error {
	w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tLEVEL\tSUMMARY") // Flush reports errors
	for _, r := range p.engine.Rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Name, levelName(r.Level), r.Summary)
	}
	return w.Flush()
}

// levelName is a level for people: a rule that only runs when it is enabled is off.
func levelName(l finding.Level) string {
	if l == finding.Off {
		return "off"
	}
	return string(l)
}

func (p *program) ruleJSON() error {
	type rule struct {
		ID      string   `json:"id"`
		Name    string   `json:"name"`
		Level   string   `json:"level"`
		Summary string   `json:"summary"`
		HelpURI string   `json:"help_uri"`
		Tags    []string `json:"tags"`
	}
	out := struct {
		Schema string `json:"schema"`
		Rules  []rule `json:"rules"`
	}{"energylint/rules/1", []rule{}}
	for _, r := range p.engine.Rules {
		out.Rules = append(out.Rules, rule{r.ID, r.Name, levelName(r.Level), r.Summary, r.HelpURI, append([]string{}, r.Tags...)})
	}
	e := json.NewEncoder(p.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(out)
}
