package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/rules"
	"github.com/energylint/energylint/rules/evidence"
)

// loadMeasurement loads the evidence that prices findings.
func loadMeasurement(c *config.Config) (rules.Measurement, error) {
	m := rules.Measurement{Mode: evidence.Mode(c.Model.Mode), Watts: c.Model.Watts}
	shipped, err := evidence.ShippedIn(m.Mode)
	if err != nil {
		return m, err
	}
	if m.Table = shipped[c.Model.Evidence]; m.Table != nil {
		for _, name := range tableNames() {
			if name != c.Model.Evidence {
				m.Others = append(m.Others, shipped[name])
			}
		}
		return m, nil
	}
	data, err := c.TreeOf("model.evidence").Read(c.Model.Evidence, files.MaxModel)
	if err != nil {
		return m, fmt.Errorf("cannot read the evidence: %s: %s; the shipped tables are %s", c.Model.Evidence, files.Reason(err), strings.Join(tableNames(), ", "))
	}
	m.Table, err = evidence.Parse(c.Model.Evidence, data)
	return m, err
}

// modePhrase says in which mode findings are priced; it is empty where that is the interpreter.
func modePhrase(m rules.Measurement) string {
	if m.Mode == evidence.Interpreter {
		return ""
	}
	return fmt.Sprintf("%s, %s", strings.ToUpper(string(m.Mode)), m.Table.Name)
}

// tableNames returns the names of the shipped tables of evidence.
func tableNames() []string {
	names, _ := evidence.ShippedNames() // a test reads them
	return names
}

func modeNames() []string {
	out := make([]string, len(evidence.Modes))
	for i, m := range evidence.Modes {
		out[i] = string(m)
	}
	return slices.Clip(out)
}
