package main

import (
	"fmt"
	"io"
)

// table prints a row per input as soon as it is compared.
type table struct {
	out             io.Writer
	show            int
	values, reasons int
	texts           []string
}

func (t *table) heading(o options) {
	head := o.head
	if head == "" {
		head = "the working tree"
	}
	fmt.Fprintf(t.out, "Methods of %s against %s\n\n%-14s %9s %16s %15s %12s\n", o.base, head, "", "same", "reasons differ", "values differ", "gone/added")
}

func (t *table) skipped(in input) {
	fmt.Fprintf(t.out, "%-14s skipped: %s\n", in.name, in.missing)
}

func (t *table) row(in input, c *comparison) {
	fmt.Fprintf(t.out, "%-14s %9d %16d %15d %12s\n", in.name, c.same, c.reasons, c.values, fmt.Sprintf("%d/%d", c.gone, c.added))
	t.values += c.values + c.gone + c.added
	t.reasons += c.reasons
	for _, d := range append(c.differences, c.reasonTexts...) {
		t.texts = append(t.texts, in.name+": "+d)
	}
}

// close prints the first differences and the result.
func (t *table) close() {
	for _, text := range t.texts {
		fmt.Fprintf(t.out, "\n%s\n", text)
	}
	switch {
	case t.values > 0:
		fmt.Fprintf(t.out, "\nvalues differ\n")
	case t.reasons > 0:
		fmt.Fprintf(t.out, "\nonly texts of reasons differ\n")
	default:
		fmt.Fprintf(t.out, "\nthe same\n")
	}
}
