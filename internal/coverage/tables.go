package main

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
)

// shown is the number of reasons of each program.
const shown = 10

// tables are the page's tables.
func tables(all []*counts) string {
	var b strings.Builder
	b.WriteString(`## Loops

| program | loops | exact | bounded | parametric | assumed | unbounded | number or formula | asked |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, c := range all {
		asked := ""
		if c.goal > 0 {
			asked = fmt.Sprintf("%.0f%%", 100*c.goal)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %.1f%% | %s |\n", c.name, total(c.loops), c.loops[result.Exact], c.loops[result.Bounded],
			c.loops[result.Parametric], c.loops[result.Assumed], c.loops[result.Unbounded], 100*c.share(), asked)
	}
	b.WriteString(`
## Methods

| program | methods | bounded | parametric | assumed | unknown | unbounded |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, c := range all {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", c.name, total(c.methods), c.methods[result.Bounded], c.methods[result.Parametric],
			c.methods[result.Assumed], c.methods[result.Unknown], c.methods[result.Unbounded])
	}
	b.WriteString(`
## Calls

| program | calls | analysed | modelled | by symbol | incomplete | unbounded | unpriced | have a price |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, c := range all {
		x := c.calls
		n := x.Analysed + x.Modelled + x.Symbolic + x.Incomplete + x.Unbounded + x.Unpriced
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %.1f%% |\n", c.name, n, x.Analysed, x.Modelled, x.Symbolic, x.Incomplete, x.Unbounded, x.Unpriced, 100*share(x.Analysed+x.Modelled, n))
	}
	b.WriteString("\n## Why loops have no bound\n")
	for _, c := range all {
		fmt.Fprintf(&b, "\n### %s\n\n| loops | reason |\n| ---: | --- |\n", c.name)
		for _, r := range c.ranked(shown) {
			fmt.Fprintf(&b, "| %d | %s |\n", c.reasons[r], strings.ReplaceAll(r, "|", "\\|"))
		}
	}
	return b.String()
}
