package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/nearest"
)

// dumpHelp describes --dump.
const dumpHelp = `--dump KIND shows what the analysis knows of the method, for whoever asks why a bound is what it is:
  cfg      blocks with their lines, instructions and successors, dominators, loops
  cfg.dot  the same as a graph for Graphviz: energylint explain METHOD --dump cfg.dot | dot -Tsvg
  ssa      values, with the interval and the expression of each int and long
  bounds   for each loop, what each prover answered and which bound was taken
  effects  for each call, the code of the program that it runs and what that may write and call
  cost     the cost expression as a tree, and the lines, blocks and calls that its terms come from
In expressions, #0 is the number of the iteration of loop 0, from 0 on. The format is for people and changes with the engine.`

// dumpKinds are the values of --dump.
func dumpKinds() []string {
	var out []string
	for _, k := range absint.DumpKinds {
		out = append(out, string(k))
	}
	return out
}

// dumpFlag adds --dump to a command.
func dumpFlag(c *cobra.Command, kind *string) {
	c.Flags().StringVar(kind, "dump", "", "show an internal `KIND` of representation instead: "+strings.Join(dumpKinds(), ", "))
	offer(c, "dump", dumpKinds())
}

// checkDump fails on a value of --dump that is no kind.
func checkDump(kind string) error {
	kinds := dumpKinds()
	if kind == "" || slices.Contains(kinds, kind) {
		return nil
	}
	return usage("--dump %q: expected one of %s%s", kind, strings.Join(kinds, ", "), nearest.DidYouMean(kind, kinds))
}

// dumpMethods writes the internal representation of methods that --dump asks for, with an empty line between them.
func dumpMethods(s *Settings, e *energy.Engine, ms []*classfile.Method) error {
	between := ""
	return e.Dump(ms, absint.DumpKind(s.dump), func(text string) error {
		_, err := fmt.Fprint(s.Stdout, between+text)
		between = "\n"
		return err
	})
}
