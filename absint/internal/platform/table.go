package platform

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed *.tsv
var tables embed.FS

// defects are the errors in the tables and in the code's uses of them. A test fails on any, so users never see one.
var defects []error

func defect(format string, args ...any) { defects = append(defects, fmt.Errorf(format, args...)) }

// row is one line of a table: the text of each column.
type row struct {
	table  string
	line   int
	fields map[string]string
}

// list returns the words of a column.
func (r row) list(column string) []string { return strings.Fields(r.fields[column]) }

// fail records what is wrong with a row.
func (r row) fail(format string, args ...any) {
	defect("%s:%d: %s", r.table, r.line, fmt.Sprintf(format, args...))
}

// readTable reads an embedded table. Its defects are recorded, and what cannot be read is left out.
func readTable(name string, columns ...string) []row {
	text, err := tables.ReadFile(name)
	if err != nil {
		defect("%w", err)
		return nil
	}
	rows, err := parseTable(name, string(text), columns)
	if err != nil {
		defect("%w", err)
	}
	return rows
}

// parseTable reads lines of fields that are separated by tabs. The first line that is no comment (#) names the columns, which
// must be those that the code knows, in their order. Two rows may not be the same.
func parseTable(name, text string, columns []string) (rows []row, err error) {
	var errs []error
	seen := map[string]int{}
	header := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if !header {
			if header = true; !slices.Equal(fields, columns) {
				return nil, fmt.Errorf("%s:%d: the columns are %q, want %q", name, n, fields, columns)
			}
			continue
		}
		if len(fields) != len(columns) {
			errs = append(errs, fmt.Errorf("%s:%d: %d fields, want %d", name, n, len(fields), len(columns)))
			continue
		}
		if first, dup := seen[line]; dup {
			errs = append(errs, fmt.Errorf("%s:%d: the same as line %d", name, n, first))
			continue
		}
		seen[line] = n
		r := row{name, n, make(map[string]string, len(columns))}
		for i, c := range columns {
			if r.fields[c] = fields[i]; !tidy(fields[i]) {
				errs = append(errs, fmt.Errorf("%s:%d: column %s is empty or has spaces to spare: %q (- is none)", name, n, c, fields[i]))
			}
		}
		rows = append(rows, r)
	}
	if !header {
		errs = append(errs, fmt.Errorf("%s: no header", name))
	}
	return rows, errors.Join(errs...)
}

// tidy reports whether a text is not empty and has single spaces between words only.
func tidy(s string) bool {
	return s != "" && s[0] != ' ' && s[len(s)-1] != ' ' && !strings.Contains(s, "  ") && !strings.ContainsAny(s, "\v\f\u0085\u00a0")
}

// pattern is a method by name and perhaps parameters, as tables write it.
type pattern struct {
	name   string
	params string // with brackets, and perhaps the result; empty for any
	prefix bool   // names that begin so
}

// parsePattern parses a pattern.
func parsePattern(s string) pattern {
	if beginning, ok := strings.CutSuffix(s, "*"); ok {
		return pattern{name: beginning, prefix: true}
	}
	if i := strings.IndexByte(s, '('); i >= 0 {
		return pattern{name: s[:i], params: s[i:]}
	}
	return pattern{name: s}
}

// wellFormed reports whether a pattern is one that tables may have.
func (p pattern) wellFormed() bool {
	return !strings.ContainsAny(p.name, "()*") && (p.name != "" || p.prefix) && (p.params == "" || strings.Contains(p.params, ")"))
}

// patterns are methods, by name.
type patterns struct {
	exact    map[string][]string // the parameters, by name; empty ones stand for any
	prefixes []string
	first    string // the name that was added first
}

// add returns false for a pattern that adds nothing.
func (ps *patterns) add(p pattern) bool {
	if ps.first == "" {
		ps.first = p.name
	}
	if p.prefix {
		if slices.Contains(ps.prefixes, p.name) {
			return false
		}
		ps.prefixes = append(ps.prefixes, p.name)
		return true
	}
	if ps.exact == nil {
		ps.exact = map[string][]string{}
	}
	all := ps.exact[p.name]
	if slices.Contains(all, p.params) || slices.Contains(all, "") || p.params == "" && len(all) > 0 {
		return false
	}
	ps.exact[p.name] = append(all, p.params)
	return true
}

// has reports whether the patterns match a method with a name and a descriptor.
func (ps *patterns) has(name, desc string) bool {
	for _, params := range ps.exact[name] {
		if strings.HasPrefix(desc, params) {
			return true
		}
	}
	return startsWith(name, ps.prefixes)
}

// startsWith reports whether a name starts with one of the beginnings.
func startsWith(name string, beginnings []string) bool {
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(name, b) })
}
