package models

import (
	"fmt"
	"strings"
)

// Remarks returns what a reader of the model would want to know and cannot: it is no mistake, but it makes the numbers
// worth less.
func (m *Model) Remarks() []string {
	var out []string
	var missing []string
	for _, k := range []struct{ key, value string }{
		{"meter", m.file.Meter}, {"jvm", m.file.JVM}, {"date", m.file.Date},
	} {
		if strings.TrimSpace(k.value) == "" {
			missing = append(missing, k.key)
		}
	}
	if len(missing) > 0 {
		out = append(out, fmt.Sprintf("the file does not say what was measured, and when: add %s", strings.Join(missing, ", ")))
	}
	used := map[string]bool{}
	for _, c := range m.file.Calls {
		for _, u := range c.Uses {
			used[u.Component] = true
		}
	}
	for _, c := range m.file.Components {
		if !used[c.Name] {
			out = append(out, fmt.Sprintf("component %q is used by no [[call]], and costs nothing", c.Name))
		}
	}
	return out
}
