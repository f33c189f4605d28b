package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/internal/unit"
)

// toy is an engine with one rule, which reports every method called plain, and one that is off.
func toy() Engine {
	pass := func(id string) *analysis.Analyzer {
		return &analysis.Analyzer{
			Name: id, Doc: id, Requires: []*analysis.Analyzer{unit.Classes}, ResultType: reflect.TypeFor[[]finding.Finding](),
			Run: func(p *analysis.Pass) (any, error) {
				return unit.EachMethod(unit.Of(p), func(m *classfile.Method, _ *classfile.Code) []finding.Finding {
					if m.Name != "plain" {
						return nil
					}
					return []finding.Finding{{
						Rule: id, Level: finding.Warning, Message: id + " is here", Location: finding.Location{Class: m.Class.Name, Method: m.Name, Desc: m.Desc, Line: 3},
						Energy: &finding.Energy{Saving: finding.Distribution{Mean: 1e-6}},
					}}
				}), nil
			},
		}
	}
	return Engine{
		JDK: summaries.JDK,
		Rules: []finding.RuleInfo{
			{ID: "EL9001", Name: "PlainMethod", Level: finding.Warning, Summary: "A method is called plain.", Help: "# PlainMethod\n\nCall it something else."},
			{ID: "EL9002", Name: "OffByDefault", Level: finding.Off, Summary: "Only where enabled."},
		},
		Passes: func(_ *Settings, enabled map[string]bool) (ps []*analysis.Analyzer) {
			for _, id := range []string{"EL9001", "EL9002"} {
				if enabled[id] {
					ps = append(ps, pass(id))
				}
			}
			return ps
		},
		Methods: func(_ context.Context, s *Settings, a *driver.Analysis, wanted func(class, name, desc string) bool, rows *report.MethodRows) (*result.MethodReport, error) {
			r := &result.MethodReport{Model: s.Model.Name(), Device: s.Device}
			for _, c := range a.Program.Classes() {
				for i := range c.Methods {
					if m := &c.Methods[i]; wanted(c.Name, m.Name, m.Desc) {
						x := result.Method{Class: c.Name, Name: m.Name, Descriptor: m.Desc, Status: result.Unknown}
						if rows == nil {
							r.Methods = append(r.Methods, x)
						} else {
							rows.Add(i, &x)
						}
					}
				}
			}
			return r, nil
		},
		Explain: func(_ context.Context, s *Settings, a *driver.Analysis, p *methodpattern.Pattern) (bool, error) {
			found := false
			for _, c := range a.Program.Classes() {
				for i := range c.Methods {
					if m := &c.Methods[i]; p.Match(c.Name, m.Name, m.Desc) {
						found = true
						if _, err := s.Stdout.Write([]byte("explained " + m.Name + "\n")); err != nil {
							return found, err
						}
					}
				}
			}
			return found, nil
		},
	}
}

func TestWithAnEngine(t *testing.T) {
	plain, err := filepath.Abs(filepath.FromSlash("../../testdata/fixtures/driver/classes/Plain.class"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"level.toml":    "[rules.PlainMethod]\nlevel = \"error\"\n",
		"off.toml":      "[rules.EL9001]\nlevel = \"none\"\n",
		"saving.toml":   "[rules.EL9001]\nmin-saving = \"2 uJ\"\n",
		"suppress.toml": "[[suppress]]\nrule = \"PlainMethod\"\nmethod = \"Plain.plain\"\nreason = \"a good name\"\n",
		"unknown.toml":  "[rules.EL9003]\nlevel = \"error\"\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := "check --jdk none " + plain + " "
	const hint = "there are no budgets yet" // where there is no configuration either
	for _, tc := range []struct {
		args           string
		code           int
		stdout, stderr string // contained; - is nothing at all, !x is not contained
	}{
		{check, ExitOK, "EL9001 is here", hint},
		{check + "--fail-on warning", ExitFindings, "EL9001 is here", hint},
		{check + "--fail-on warning --disable PlainMethod", ExitOK, "No findings", hint},
		{check + "--disable EL9001,EL9002", ExitOK, "No findings", hint},
		{check + "--enable OffByDefault", ExitOK, "EL9002 is here", hint},
		{check + "--disable PlianMethod", ExitUsage, "-", `there is no rule "PlianMethod"; did you mean "PlainMethod"?`},
		{check + "--config level.toml", ExitFindings, "error", "-"},
		{check + "--config off.toml", ExitOK, "No findings", "-"},
		{check + "--config saving.toml", ExitOK, "No findings", "-"},
		{check + "--config suppress.toml --fail-on note", ExitOK, "!EL9001 is here", "-"},
		{check + "--config suppress.toml --verbose", ExitOK, "a good name", "-"},
		{check + "--config unknown.toml", ExitUsage, "-", "unknown.toml:1: "},
		{"explain EL9001", ExitOK, "Call it something else.", "-"},
		{"explain plainmethod", ExitOK, "# PlainMethod", "-"},
		{"explain EL9001 x.jar", ExitUsage, "-", "takes no paths"},
		{"explain EL9009", ExitUsage, "-", `there is no rule "EL9009"; did you mean "EL9001"?`},
		{"explain --jdk none Plain.plain " + plain, ExitOK, "explained plain", "-"},
		{"explain x*", ExitUsage, "-", `"x*" is no rule, and no method: expected a class and a method, as in com.acme.Codec.x*, or **.x* for every class`},
		{"explain --jdk none " + plain + " Plain.plain", ExitUsage, "-", plain + " is a path, and the METHOD comes first: energylint explain METHOD PATH"},
		{"explain --jdk none " + plain, ExitUsage, "-", "energylint methods " + plain + " lists what there is"},
		{"explain PlainMethods", ExitUsage, "-", `there is no rule "PlainMethods"; did you mean "PlainMethod"? (energylint rules lists them)`},
		{"explain --jdk none Plain.plane " + plain, ExitUsage, "-", "no method matches Plain.plane"},
		{"rules", ExitOK, "EL9002  OffByDefault  off", "-"},
		{"rules --format json", ExitOK, `"level": "off"`, "-"},
		{"methods --jdk none --format json --method Plain.plain " + plain, ExitOK, `"name":"plain"`, "-"},
		{"methods --jdk none --method Plain.plane " + plain, ExitOK, "", "--method Plain.plane matches no method"},
		{"methods --format yaml " + plain, ExitUsage, "-", "expected text, json or csv"},
	} {
		t.Run(strings.ReplaceAll(tc.args, plain, "Plain.class"), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(strings.Fields(tc.args), nil, &stdout, &stderr, toy()); code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			for _, x := range []struct{ name, got, want string }{{"stdout", stdout.String(), tc.stdout}, {"stderr", stderr.String(), tc.stderr}} {
				not, negated := strings.CutPrefix(x.want, "!")
				switch {
				case x.want == "-" && x.got == "", negated && !strings.Contains(x.got, not), !negated && x.want != "-" && strings.Contains(x.got, x.want):
				default:
					t.Errorf("%s is %q, want %q", x.name, x.got, x.want)
				}
			}
		})
	}
}
