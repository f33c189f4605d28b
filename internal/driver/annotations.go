package driver

import (
	"io/fs"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/unit"
)

// spotBugs are the warnings of SpotBugs, fb-contrib and find-sec-bugs that mean what a rule of ours means: who has
// suppressed the one has suppressed the other.
var spotBugs = map[string]string{
	"SBSC_USE_STRINGBUFFER_CONCATENATION":               "EL1001",
	"WMI_WRONG_MAP_ITERATOR":                            "EL2001",
	"DLC_DUBIOUS_LIST_COLLECTION":                       "EL2002",
	"BX_BOXING_IMMEDIATELY_UNBOXED":                     "EL3001",
	"BX_UNBOXING_IMMEDIATELY_REBOXED":                   "EL3001",
	"IIL_PREPARE_STATEMENT_IN_LOOP":                     "EL4001",
	"IIL_ELEMENTS_GET_LENGTH_IN_LOOP":                   "EL5001",
	"MAC_MANUAL_ARRAY_COPY":                             "EL5002",
	"IIL_PATTERN_COMPILE_IN_LOOP":                       "EL7001",
	"IIL_PATTERN_COMPILE_IN_LOOP_INDIRECT":              "EL7001",
	"MDM_THREAD_YIELD":                                  "EL6001",
	"BX_BOXING_IMMEDIATELY_UNBOXED_TO_PERFORM_COERCION": "EL3001",
}

// inCode collects the suppressions of one class: its annotations and those of its methods. names maps the names
// of rules to their ids.
func inCode(p *unit.Program, c *unit.Class, names map[string]string) []*suppression {
	var out []*suppression
	add := func(as []classfile.Annotation, m *classfile.Method) {
		for _, a := range as {
			s := annotated(a, names)
			if s == nil {
				continue
			}
			s.class = c.Name
			s.location = finding.Location{Class: c.Name, Input: c.Input, File: sourcePath(c.Class)}
			if m != nil {
				s.method = m
				s.location.Method, s.location.Desc = m.Name, m.Desc
				s.location.Line = firstLine(m)
			}
			out = append(out, s)
		}
	}
	if !spec.Annotated(c.Class) {
		return nil
	}
	p.Isolate(c.Class, nil, func() {
		add(c.Annotations(), nil)
		for i := range c.Methods {
			add(c.Methods[i].Annotations(), &c.Methods[i])
		}
	})
	return out
}

// annotated reads @SuppressEnergyWarnings or @SuppressFBWarnings, from whatever package; nil for any other
// annotation, and for one that is about other tools' warnings only.
func annotated(a classfile.Annotation, names map[string]string) *suppression {
	simple := strings.TrimSuffix(a.Type[max(strings.LastIndexByte(a.Type, '/'), strings.LastIndexByte(a.Type, '$'))+1:], ";")
	if strings.HasPrefix(simple, "L") && !strings.ContainsAny(a.Type, "/$") {
		simple = simple[1:] // in no package
	}
	s := &suppression{by: "annotation", origin: "@" + simple}
	text := func(name string) string {
		v, _ := a.Value(name).(string)
		return v
	}
	values := stringValues(a.Value("value"))
	switch simple {
	case "SuppressEnergyWarnings":
		s.reason, s.own = text("reason"), true
		for _, v := range values {
			s.rules = append(s.rules, ruleID(v, names))
		}
		s.all = len(values) == 0
	case "SuppressFBWarnings":
		s.reason = text("justification")
		for _, v := range values {
			if id, ok := spotBugs[v]; ok {
				s.rules = append(s.rules, id)
			} else if id := ruleID(v, names); isRuleID(id) {
				s.rules, s.own = append(s.rules, id), true
			}
		}
		s.all = len(values) == 0
		if !s.all && len(s.rules) == 0 {
			return nil
		}
	default:
		return nil
	}
	if s.reason == "" {
		s.reason = s.origin
	}
	return s
}

func stringValues(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// ruleID returns the id of a rule that is given by id or name, what is given where it is neither.
func ruleID(s string, names map[string]string) string {
	if id, ok := names[s]; ok {
		return id
	}
	return s
}

func isRuleID(s string) bool {
	return len(s) == 6 && strings.HasPrefix(s, "EL") && strings.Trim(s[2:], "0123456789") == ""
}

// sourcePath is the path of the class's source below its source root, by package and SourceFile attribute.
func sourcePath(c *classfile.Class) string {
	file := c.Name[:strings.LastIndexByte(c.Name, '/')+1] + c.SourceFile()
	if c.SourceFile() == "" || strings.ContainsAny(c.SourceFile(), `/\`) || !fs.ValidPath(file) {
		return "" // it leads elsewhere
	}
	return file
}

// firstLine is the smallest line of the method's table, 0 where it has none.
func firstLine(m *classfile.Method) int {
	code, err := m.Code()
	if err != nil || code == nil {
		return 0
	}
	first := 0
	for _, l := range code.Lines() {
		if l.Line > 0 && (first == 0 || l.Line < first) {
			first = l.Line
		}
	}
	return first
}
