package config

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/spec"
)

// Formats are the output formats.
var Formats = []string{"text", "json", "sarif", "github", "markdown", "junit", "gitlab", "checkstyle", "sonar"}

// ParseFormat splits an output format into its name and the file behind "=", empty for standard output.
func ParseFormat(s string) (format, file string, err error) {
	format, file, hasFile := strings.Cut(s, "=")
	if !slices.Contains(Formats, format) {
		return "", "", fmt.Errorf("%q is no output format: expected %s%s", format, strings.Join(Formats, ", "), hint(format, Formats))
	}
	if hasFile && file == "" {
		return "", "", fmt.Errorf("%q: a file name is missing behind =", s)
	}
	return format, file, nil
}

// maxWatts is the greatest power of a core that is taken for one.
const maxWatts = 1000

// check validates one value by its field's tags.
func (d *decoder) check(path string, v reflect.Value, tag reflect.StructTag) {
	var texts []string
	switch x := v.Interface().(type) {
	case string:
		texts = []string{x}
	case []string:
		texts = x
	case float64:
		if tag.Get("kind") == "confidence" && !(x > 0 && x < 1) {
			d.fail(path, "%g is no confidence: expected a number between 0 and 1, as in 0.95", x)
		}
		if tag.Get("kind") == "watts" && !(x >= 0 && x <= maxWatts) {
			d.fail(path, "%g is no power of a processor core in watts: expected a number up to %d, as in 5", x, maxWatts)
		}
		return
	}
	for _, s := range texts {
		if values := tag.Get("values"); values != "" {
			vs := strings.Split(values, ",")
			if !slices.Contains(vs, s) {
				d.fail(path, "%q is not allowed: expected %s%s", s, strings.Join(vs, ", "), hint(s, vs))
			}
		}
		var err error
		switch tag.Get("kind") {
		case "energy":
			_, err = energy(s)
		case "unknown-calls":
			if s != "unknown" {
				if _, err = energy(s); err != nil {
					err = fmt.Errorf("expected unknown or an energy: %w", err)
				}
			}
		case "rule":
			if !spec.ValidRule(s) {
				err = fmt.Errorf("%q is neither a rule's id, like EL2001, nor a rule's name, like KeySetThenGet", s)
			}
		case "format":
			_, _, err = ParseFormat(s)
		case "methods":
			_, err = methodpattern.Compile(s)
		}
		if err != nil {
			d.fail(path, "%s", err)
		}
	}
}

// NoCall says that an energy is assumed of what is no call.
func NoCall(symbol string) string {
	return fmt.Sprintf("an energy is assumed of calls, such as it.next(), and %s is no call: of a size, assume a number", symbol)
}

// compile parses the patterns and expressions of tables, and checks what needs more than one key.
func (d *decoder) compile(c *Config) {
	name := filepath.Base(d.file)
	origin := func(key string) spec.Origin { return spec.Origin{File: name, Line: d.lines.line(key)} }
	c.Analysis.UnknownOrigin = origin("analysis.unknown-calls")
	method := func(key, text string) *methodpattern.Pattern {
		if text == "" {
			return nil // reported as missing, or optional
		}
		p, err := methodpattern.Compile(text)
		if err != nil {
			d.fail(key+".method", "%s", err)
		}
		return p
	}
	for _, text := range c.Rules.Hot {
		if p, err := methodpattern.Compile(text); err == nil { // else check has said so
			c.Rules.HotPatterns = append(c.Rules.HotPatterns, p)
		}
	}
	for i := range c.Budgets {
		b, key := &c.Budgets[i], fmt.Sprintf("budget[%d]", i)
		b.Pattern = method(key, b.Method)
		b.Spec = spec.Budget{
			Text: b.Energy, Confidence: b.Confidence, Origin: origin(key),
			EnergyLine: d.lines.line(key + ".energy"), WhenLine: d.lines.line(key + ".when"),
		}
		var err error
		if _, written := d.lines[key+".energy"]; (written || b.Energy != "") && !d.failed(key+".energy") {
			if b.Spec.Energy, err = spec.ParseEnergy(b.Energy); err != nil {
				d.fail(key+".energy", "%q: %s", b.Energy, err)
			}
		}
		if b.When != "" {
			if b.Spec.When, err = spec.ParsePredicate(b.When); err != nil {
				d.fail(key+".when", "%q: %s", b.When, err)
			}
		}
	}
	for i := range c.Assumes {
		a, key := &c.Assumes[i], fmt.Sprintf("assume[%d]", i)
		a.Methods = method(key, a.Method)
		a.Origin = origin(key)
		if a.Symbol != "" {
			var err error
			if a.Pattern, err = methodpattern.CompileSymbol(a.Symbol); err != nil {
				d.fail(key+".symbol", "%s", err)
			}
		}
		_, sized := d.lines[key+".max"]
		switch {
		case a.Energy == "" && !sized:
			d.fail(key, "an assumption needs max, the greatest value of a size, or energy, what a call costs at most")
		case a.Energy != "" && sized:
			d.fail(key+".energy", "an assumption is of a size, with max, or of what a call costs, with energy: not both")
		case a.Energy != "":
			if err := a.ParseEnergy(a.Energy); err != nil {
				d.fail(key+".energy", "%s", err)
			} else if a.Pattern != nil && !a.Pattern.MayBeCall() {
				d.fail(key+".symbol", "%s", NoCall(a.Symbol))
			}
		}
		if sized && a.Max < 0 {
			d.fail(key+".max", "the greatest value %g is below the smallest, 0", a.Max)
		}
	}
	for i := range c.Suppress {
		s, key := &c.Suppress[i], fmt.Sprintf("suppress[%d]", i)
		s.Pattern = method(key, s.Method)
		s.Suppression = spec.Suppression{Rules: s.Rule, Reason: s.Reason, Origin: origin(key)}
	}
	if _, hasName := d.lines["model.name"]; hasName && c.Model.File != "" {
		d.fail("model.file", "name and file both choose a model: write one of them")
	}
}
