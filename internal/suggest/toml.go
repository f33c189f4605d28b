package suggest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// TOML writes the proposals as entries of energylint.toml; empty where there are none. confidence is written in each budget
// unless it is 0.
func (p *Plan) TOML(o Options, confidence float64) []byte {
	var b bytes.Buffer
	if len(p.Budgets) > 0 {
		fmt.Fprintf(&b, "# Budgets: the bounds that energylint computed, plus %s.\n", quantity.Percent(o.Margin))
	}
	for _, x := range p.Budgets {
		fmt.Fprintf(&b, "\n[[budget]]\nmethod = %s\nenergy = %s\n", quoted(x.Method), quoted(x.Energy))
		if x.When != "" {
			fmt.Fprintf(&b, "when = %s\n", quoted(x.When))
		}
		if confidence != 0 {
			fmt.Fprintf(&b, "confidence = %v\n", confidence)
		}
	}
	if len(p.Facts) > 0 {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("# Assumptions: the values are not computed. Write what holds in your program; the budgets follow.\n")
	}
	for _, f := range p.Facts {
		fmt.Fprintf(&b, "\n[[assume]]\nsymbol = %s # of %s\n", quoted(f.Symbol), prose.Counted(f.Methods, "budget"))
		if f.Method != "" {
			fmt.Fprintf(&b, "method = %s\n", quoted(f.Method))
		}
		if f.Call {
			fmt.Fprintf(&b, "energy = %s\n", quoted(o.Call))
		} else {
			fmt.Fprintf(&b, "max = %v\n", int64(o.Size))
		}
	}
	return b.Bytes()
}

// quoted writes a basic string of TOML.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Append returns a configuration with entries behind what it has. It keeps every byte of that, and is an error where the result
// is no configuration.
func Append(name string, old, entries []byte) ([]byte, error) {
	out := bytes.Clone(old)
	newline := []byte("\n")
	if bytes.Contains(old, []byte("\r\n")) {
		newline = []byte("\r\n")
		entries = bytes.ReplaceAll(entries, []byte("\n"), newline)
	}
	if len(out) > 0 {
		if !bytes.HasSuffix(out, []byte("\n")) {
			out = append(out, newline...)
		}
		out = append(out, newline...)
	}
	out = append(out, entries...)
	if _, err := config.Parse(name, out); err != nil {
		return nil, fmt.Errorf("the entries cannot be appended; paste them by hand:\n%w", err)
	}
	return out, nil
}
