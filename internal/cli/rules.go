package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/report"
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
				return writeError(report.WriteRules(p.stdout, p.engine.Rules))
			}
			return oneOf("--format", format, []string{"text", "json"})
		},
	}
	c.Flags().StringVarP(&format, "format", "f", "text", "`FORMAT`: text or json")
	offer(c, "format", []string{"text", "json"})
	c.AddCommand(p.rulesMeasureCommand())
	return c
}

func (p *program) ruleTable() error {
	w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tNAME\tLEVEL\tSUMMARY") // Flush reports errors
	for _, r := range p.engine.Rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Name, report.LevelName(r.Level), r.Summary)
	}
	return w.Flush()
}
