package calibrate

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
)

// stackBenchmarks measure pushes, stores and pops, first alone and then as patterns.
func stackBenchmarks() []microbenchmark {
	out := []microbenchmark{
		{shape: "push and pop i", vars: "a:i=7", alone: true, variants: [][]string{{"iload {a}", "pop"}}},
		// pop = 2 (push + pop) - (2 push + pop2)
		{shape: "pop", times: -1, minus: []term{{"push and pop i", 2}}, vars: "a:i=7", alone: true, variants: [][]string{{"iload {a}", "iload {a}", "pop2"}}},
	}
	for _, t := range primitives {
		drop := "pop"
		if t.slots == 2 {
			drop = "pop2"
		}
		v := "a:" + t.letter + "=7"
		for _, size := range t.sizes() {
			push, layouts := t.letter+"load {a}", []layout{near, far}
			if size != pattern.Load {
				push, layouts = t.pushes()[size], []layout{mixed}
			}
			for _, at := range layouts {
				for _, op := range []pattern.Operation{pattern.OperandPush, pattern.LoneLoad} {
					out = append(out, microbenchmark{target: pattern.Of(op, t.t, size), shape: at.String() + statement, minus: []term{{"pop", 1}}, vars: v,
						layout: at, alone: true, variants: [][]string{{push, drop}}})
				}
			}
			if size == pattern.Load {
				for _, at := range layouts {
					out = append(out, microbenchmark{target: pattern.Of(pattern.ResultStore, t.t, size), shape: at.String() + statement,
						minus: []term{{key(pattern.OperandPush, t.t, size, at.String()+statement), 1}}, vars: v + " result:" + t.letter,
						layout: at, alone: true, variants: [][]string{{push, t.letter + "store {result}"}}})
				}
			}
			for _, at := range []layout{near, far} {
				out = append(out, microbenchmark{target: pattern.Of(pattern.VariableDeclaration, t.t, size), shape: at.String() + statement, vars: v + " result:" + t.letter,
					layout: at, variants: [][]string{{push, t.letter + "store {result}"}}})
			}
		}
	}
	stack := pattern.Of(pattern.StackOperation, pattern.Int, pattern.Load)
	pushed := func(n float64) []term { return sum(pattern.LoneLoad, pattern.Int, pattern.Load, n) }
	shuffle := func(op string, drops int) microbenchmark {
		lines := []string{"iload {a}", "iload {a}", op}
		for range drops {
			lines = append(lines, "pop")
		}
		return microbenchmark{target: stack, shape: op, vars: "a:i=7", alone: true, minus: append(pushed(2), term{"pop", float64(drops)}), variants: [][]string{lines}}
	}
	return append(out,
		shuffle("dup", 3), shuffle("dup2", 4), shuffle("dup_x1", 3), shuffle("swap", 2),
		microbenchmark{target: stack, shape: "pop", minus: pushed(1), vars: "a:i=7", alone: true, variants: [][]string{{"iload {a}", "pop"}}},
		microbenchmark{target: pattern.Of(pattern.Increase, pattern.Int, pattern.Constant), shape: near.String() + statement, vars: "a:i", layout: near,
			variants: [][]string{{"iinc {a} 1"}}},
		microbenchmark{target: pattern.Of(pattern.Increase, pattern.Int, pattern.Constant), shape: far.String() + statement, vars: "a:i", layout: far,
			variants: [][]string{{"iinc {a} 1"}}},
	)
}

// terms are all that is subtracted: minus, and the parts of the snippet's tiles.
func (b *microbenchmark) terms() []term {
	out := slices.Clone(b.minus)
	for _, c := range b.parts() {
		out = append(out, partTerms(c.ID, b.layout, c.N)...)
	}
	return out
}

// parts counts the parts of the tiles of one snippet, whose costs are patterns of their own. A tile absorbs every push, and
// a store unless it takes what was pushed, thrown, or made in another block, which makes it a tile of its own.
func (b *microbenchmark) parts() pattern.Counts {
	if b.target == 0 || b.alone {
		return nil
	}
	var out pattern.Counts
	for _, lines := range b.variants {
		made := false // the line before made a value that is not a push
		for _, l := range lines {
			id, store := partOf(l)
			if id != 0 && (!store || made) {
				out = out.Add(pattern.Single(id, 1/float64(len(b.variants))))
			}
			made = id == 0 && !strings.HasSuffix(l, ":")
		}
	}
	return out
}

// partTerms are the terms of a part that counts n times.
func partTerms(id pattern.ID, at layout, n float64) []term {
	name := func(l layout) string { return id.String() + "/" + l.String() + statement }
	switch {
	case id.Size() != pattern.Load:
		return []term{{name(mixed), n}}
	case at == mixed:
		return []term{{name(near), n / 2}, {name(far), n / 2}}
	}
	return []term{{name(at), n}}
}

// sum is n times a pattern that was measured in both layouts.
func sum(op pattern.Operation, t pattern.Type, s pattern.Size, n float64) []term {
	return []term{{key(op, t, s, near.String()+statement), n / 2}, {key(op, t, s, far.String()+statement), n / 2}}
}

// partOf is the part that an instruction is where a tile absorbs it, 0 if it is no push and no store.
func partOf(line string) (id pattern.ID, store bool) {
	op, _, _ := strings.Cut(line, " ")
	for _, t := range primitives {
		switch {
		case op == t.letter+"store":
			return pattern.Of(pattern.ResultStore, t.t, pattern.Load), true
		case op == t.letter+"load":
			return pattern.Of(pattern.OperandPush, t.t, pattern.Load), false
		case strings.HasPrefix(op, t.letter+"const_"):
			return pattern.Of(pattern.OperandPush, t.t, pattern.Constant), false
		case strings.HasPrefix(line, "ldc") && strings.HasPrefix(line, op+" "+t.name()+" "):
			_, size := t.pooled()
			return pattern.Of(pattern.OperandPush, t.t, size), false
		}
	}
	if op == "bipush" || op == "sipush" {
		return pattern.Of(pattern.OperandPush, pattern.Int, pattern.Constant), false
	}
	return 0, false
}

// name is the type's name in the operand of ldc.
func (t dataType) name() string { return t.t.String() }
