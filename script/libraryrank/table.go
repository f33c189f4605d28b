package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/library"
)

// row is the coverage of one program.
type row struct {
	name          string
	before, after coverage
}

// shown is the number of callees without a model that the document lists.
const shown = 40

// table writes the coverage as a document.
func table(w io.Writer, rows []row, sites map[classfile.Member]int, l *library.Library, compare bool) error {
	var b strings.Builder
	fmt.Fprint(&b, `# Which library calls have a price

Call sites of methods of `+"`"+strings.ReplaceAll(under, ",", ".*` and `")+".*`"+` in the code of each program, by what energylint does with them:

- **priced**: there is a model of the method in `+"`models/library`"+`, a formula of the sizes of receiver and arguments;
- **with callbacks**: there is a model, and what the method calls back, such as a comparator or a lambda, is the
  program's own and not in it;
- **program's own**: the call runs nothing but the program's code, such as `+"`Function.apply`"+`, and the analysis follows it
  there;
- **no model**: a report names the call as one that it could not price.

The share is that of call sites with a model among those that run code of the platform. Classes under these names that
a program brings along are analysed as its own code; calls that invokedynamic makes (string concatenation, lambdas) are
not counted here. A model holds for the class that it names: where a call names an interface, the numbers are those of
the implementation that the model's basis names, and the case is expected.

`)
	if compare {
		fmt.Fprint(&b, "| program | call sites | priced | with callbacks | program's own | no model | share | share before |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	} else {
		fmt.Fprint(&b, "| program | call sites | priced | with callbacks | program's own | no model | share |\n|---|--:|--:|--:|--:|--:|--:|\n")
	}
	var sum row
	sum.name = "all"
	for i, r := range rows {
		for k := range kinds {
			sum.before[k] += r.before[k]
			sum.after[k] += r.after[k]
		}
		r.write(&b, compare)
		if i == len(rows)-1 {
			sum.write(&b, compare)
		}
	}
	left := ranked(sites, func(m classfile.Member) bool { return kindOf(m, l) == unpriced })
	fmt.Fprintf(&b, "\nThe models cover %d methods of the platform that these programs call; %d have none. Of those, the ones that are\ncalled from most places:\n\n| call sites | method |\n|--:|---|\n", len(sites)-len(left), len(left))
	for _, c := range left[:min(shown, len(left))] {
		fmt.Fprintf(&b, "| %d | `%s.%s%s` |\n", c.sites, classfile.External(c.method.Class), c.method.Name, c.method.Desc)
	}
	fmt.Fprint(&b, "\nMade by `go run ./script/libraryrank -before MODELS JAR...`.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r row) write(b *strings.Builder, compare bool) {
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %s |", r.name, r.after.total(), r.after[priced], r.after[callbacks], r.after[handed], r.after[unpriced], r.after.share())
	if compare {
		fmt.Fprintf(b, " %s |", r.before.share())
	}
	b.WriteByte('\n')
}
