package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/cli"
	"github.com/energylint/energylint/internal/energy/result"
)

// webApplication is the directory of a web application that is analysed without the framework that it uses.
const webApplication = "testdata/fixtures/lending/classes"

// layers are the kinds of classes of a web application, by the end of their name, as the page calls them.
var layers = []struct{ suffix, name string }{
	{"Controller", "controllers"},
	{"Service", "services"},
	{"Validator", "validators"},
}

// repository ends the names of the interfaces whose code a framework makes: no analysis knows what their calls cost.
const repository = "Repository"

// layer counts the methods of one kind of class.
type layer struct {
	name             string
	methods          map[result.Status]int
	onlyRepositories int // those with a number or a formula that names no other calls than of repositories
}

// known is the number of methods with a number or a formula without an assumption.
func (l *layer) known() int { return l.methods[result.Bounded] + l.methods[result.Parametric] }

// measureServices analyses a web application and counts the methods of its layers, and of all of them at the end.
// Constructors and the bodies of lambdas are no methods of the source.
func measureServices(path string) ([]*layer, error) {
	var out, stderr bytes.Buffer
	if code := cli.Main([]string{"methods", "--format", "json", "--quiet", path}, strings.NewReader(""), &out, &stderr); code != 0 {
		return nil, fmt.Errorf("energylint methods %s: exit status %d\n%s", path, code, &stderr)
	}
	var all []*layer
	for _, l := range layers {
		all = append(all, &layer{name: l.name, methods: map[result.Status]int{}})
	}
	sum := &layer{name: "all", methods: map[result.Status]int{}}
	err := eachMethod(&out, func(m *method) {
		if strings.HasPrefix(m.Name, "<") || strings.HasPrefix(m.Name, "lambda$") {
			return
		}
		for i, l := range layers {
			if strings.HasSuffix(m.Class, l.suffix) {
				all[i].add(m)
				sum.add(m)
			}
		}
	})
	return append(all, sum), err
}

func (l *layer) add(m *method) {
	l.methods[m.Status]++
	if m.Status != result.Bounded && m.Status != result.Parametric {
		return
	}
	for _, c := range m.CallSymbols {
		owner, _, _ := strings.Cut(c.Member, ".")
		if !strings.HasSuffix(owner, repository) {
			return
		}
	}
	l.onlyRepositories++
}

// servicesTable is the page's table of a web application.
func servicesTable(all []*layer) string {
	var b strings.Builder
	b.WriteString(`| methods of | methods | bounded | parametric | unknown | unbounded | number or formula | no other calls than of repositories |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, l := range all {
		n := total(l.methods)
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %.1f%% | %.1f%% |\n", l.name, n, l.methods[result.Bounded], l.methods[result.Parametric],
			l.methods[result.Unknown], l.methods[result.Unbounded], 100*share(l.known(), n), 100*share(l.onlyRepositories, n))
	}
	return b.String()
}
