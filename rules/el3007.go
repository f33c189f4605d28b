package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3007", Name: "RandomNumberDetour", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "numbers"},
		Sampled: finding.AtCall,
		Summary: "A random number is made in a costly way: by a generator of its own, or as a fraction that becomes an int",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{calls(randomDetours)}},
	Check: func(m *Method) { m.replaceable(randomDetours) },
})

const (
	randomClass = "java/util/Random"
	secureClass = "java/security/SecureRandom"
)

var nextInt = []classfile.Member{{Class: randomClass, Name: "nextInt", Desc: "(I)I"}}

// randomDetours are the calls that nextInt, or one generator for all numbers, replaces.
var randomDetours = []replacement{
	{randomClass, "nextDouble", "()D", becomesInt, nextInt, nil, drawsTwice, "use nextInt(n)", "NextDouble"},
	{secureClass, "nextDouble", "()D", becomesInt, nextInt, nil, drawsTwice, "use nextInt(n)", "NextDouble"},
	{"java/lang/Math", "random", "()D", becomesInt, nextInt, []classfile.Member{{Class: randomClass, Name: "nextDouble", Desc: "()D"}}, "draws two random numbers from the generator of all threads for one int", "use ThreadLocalRandom.current().nextInt(n)", "MathRandom"},
	{randomClass, "<init>", "()V", usedHere, nil, nil, "makes and seeds a generator for a few numbers", "use ThreadLocalRandom.current(), or keep one", "NewRandom"},
	{secureClass, "<init>", "()V", usedHere, nil, nil, "makes a generator and asks the system for a seed", "keep one in a static final field", "NewSecureRandom"},
}

const drawsTwice = "draws two random numbers for one int"

// becomesInt reports whether a fraction is multiplied by a whole number and cut to an int, or cut alone, which gives 0, and has no other
// use. It does not for a generator with an explicit seed: nextInt would change the program's numbers.
func becomesInt(m *Method, v ssa.ID) bool {
	f := m.Func()
	product, arg, ok := m.onlyUser(m.uses(), v)
	if !ok || len(f.Args(v)) > 0 && m.seeded(f.Args(v)[0]) {
		return false
	}
	switch f.Values[product].Op {
	case classfile.OpD2i:
		return true
	case classfile.OpDmul:
	default:
		return false
	}
	factor := f.Args(product)[1-arg]
	if !m.wholeNumber(factor) {
		return false
	}
	user, _, ok := m.onlyUser(m.uses(), product)
	if ok && f.Values[user].Op == classfile.OpDadd && m.wholeNumber(f.Args(user)[0]) != m.wholeNumber(f.Args(user)[1]) { // of a range
		user, _, ok = m.onlyUser(m.uses(), user)
	}
	if ok && f.IsCallTo(user, "java/lang/Math", "floor") {
		user, _, ok = m.onlyUser(m.uses(), user)
	}
	return ok && f.Values[user].Op == classfile.OpD2i
}

// wholeNumber reports whether a double is certainly the value of an int.
func (m *Method) wholeNumber(v ssa.ID) bool {
	x := &m.Func().Values[v]
	n, constant := m.doubleConstant(v)
	return constant && n == float64(int32(n)) || !constant && x.Kind == ssa.Instr && x.Op == classfile.OpI2d
}

// seeded reports whether a generator may have an explicit seed: from this method, or from a store to the field that holds it.
func (m *Method) seeded(generator ssa.ID) bool {
	f := m.Func()
	generator = m.Strip(generator)
	if f.Values[generator].Kind == ssa.Param {
		return m.Engine.seedsGenerators()
	}
	switch f.Values[generator].Op {
	case classfile.OpNew:
		for v, c := range m.Calls("<init>", "setSeed") {
			if f.Args(v)[0] == generator && c.Desc == "(J)V" {
				return true
			}
		}
	case classfile.OpGetfield, classfile.OpGetstatic:
		field, _ := f.Member(generator)
		values, _ := m.Engine.storesTo(field)
		if values == nil {
			return false
		}
		for in, stored := range values {
			if stored = in.Strip(stored); in.Func().Values[stored].Op == classfile.OpNew && in.seeded(stored) {
				return true
			}
		}
	}
	return false
}

// seedsGenerators reports whether the program makes a generator with an explicit seed anywhere, or gives one to it: a generator that a method is
// given may be that one.
func (e *Engine) seedsGenerators() bool {
	type key struct{}
	seeds, _ := e.Program.Once(key{}, func() (any, error) {
		return slices.Contains(e.eachPool(func(p *classfile.Pool) bool {
			return refersToMethod(p, func(c classfile.Member) bool {
				return c.Desc == "(J)V" && (c.Name == "setSeed" || c.Class == randomClass && c.Name == "<init>")
			})
		}), true), nil
	})
	return seeds == true
}

// randomStreams are the methods of generators that give as many numbers as a stream takes.
var randomStreams = []string{"ints", "longs", "doubles"}

// usedHere reports whether a new generator only gives numbers, one by one, in this method.
func usedHere(m *Method, v ssa.ID) bool {
	f := m.Func()
	made := f.Args(v)[0]
	streams := slices.ContainsFunc(m.uses().of(made), func(u ssa.ID) bool {
		c, _ := f.Member(u)
		return f.IsCall(u) && slices.Contains(randomStreams, c.Name)
	})
	return !streams && f.Values[made].Op == classfile.OpNew && !m.seeded(made) && m.onlyReceives(made, func(_ ssa.ID, c classfile.Member) bool {
		return c.Class == "java/util/Collections" && c.Name == "shuffle"
	})
}
