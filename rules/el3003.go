package rules

import (
	"maps"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL3003", Name: "BoxForStaticMethod", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "boxing"},
		Sampled: finding.InItself,
		Summary: "A number is put into an object only to be compared, hashed or written as text, which a static method does without",
	},
	Needs:  Needs{Recurs: true, Calls: [][]string{boxCalls, calls(boxForMethod)}},
	Check:  func(m *Method) { m.replaceable(boxForMethod) },
	Repair: repair.StaticMethod,
	Facts: func(m *Method, at ssa.ID, s *finding.Site) {
		class, call, _ := box(m, m.uses(), m.Func().Args(at)[0])
		if c, _ := m.Func().Member(call); class != "" && c.Name == "<init>" && c.Desc != "("+wrappers[class].primitive+")V" {
			s.Refusal = "the constructor converts the number" // new Float(double)
		}
	},
})

// boxForMethod are the methods of boxes that a static method of the same class replaces, and those that take an object and of which
// there is another for the number.
var boxForMethod = boxMethods()

func boxMethods() (out []replacement) {
	for _, class := range slices.Sorted(maps.Keys(wrappers)) {
		w, name := wrappers[class], simpleName(class)
		method := func(name, desc, static, params, result string) replacement {
			by := classfile.Member{Class: class, Name: static, Desc: "(" + params + ")" + result}
			return replacement{class: class, name: name, desc: desc, applies: receiverIsBox, by: []classfile.Member{by}, of: []classfile.Member{by, boxing(class)}}
		}
		text := method("toString", "()"+stringDesc, "toString", w.primitive, stringDesc)
		text.wastes, text.instead, text.pair = boxesForText, "use "+name+".toString of the number", "ToString"
		hash := method("hashCode", "()I", "hashCode", w.primitive, "I")
		hash.applies = since(java8, receiverIsBox)
		hash.wastes, hash.instead, hash.pair = "boxes a number for its hash code", "use "+name+".hashCode of the number", "HashCode"
		compare := method("compareTo", "(L"+class+";)I", "compare", w.primitive+w.primitive, "I")
		compare.applies = since(java7, receiverIsBox)
		compare.wastes, compare.instead, compare.pair = "boxes a number to compare it", "use "+name+".compare", "CompareTo"
		number := method("compareTo", compare.desc, "compare", w.primitive+w.primitive, "I")
		number.applies, number.of = since(java7, argumentIsNumber), []classfile.Member{{Class: class, Name: "compareTo", Desc: compare.desc}, boxing(class)}
		number.by = append(number.by, classfile.Member{Class: class, Name: w.unbox, Desc: "()" + w.primitive})
		number.wastes, number.instead, number.pair = compare.wastes, compare.instead, "CompareToNumber"
		pair := "CompareTo"
		both := "boxes numbers to compare them"
		if class == booleanBox { // there are two boxes and two texts: only calls are saved, which compiled code has none of
			compare.pair, number.pair, pair = "HashCode", "HashCode", "HashCode"
			text.wastes, hash.wastes, both = "boxes a boolean for its text", "boxes a boolean for its hash code", "boxes booleans to compare them"
			compare.wastes, number.wastes = "boxes a boolean to compare it", "boxes a boolean to compare it"
			text.instead, hash.instead = "use Boolean.toString of the boolean", "use Boolean.hashCode of the boolean"
		}
		ofObject := hash
		ofObject.class, ofObject.desc, ofObject.applies = "java/util/Objects", "(Ljava/lang/Object;)I", since(java8, argumentIsBoxOf(class))
		out = append(out, text, hash, ofObject, compare, number)
		if class != "java/lang/Double" && class != "java/lang/Float" { // for which == is no equals
			of := []classfile.Member{boxing(class), boxing(class)}
			equals := number
			equals.name, equals.desc, equals.applies, equals.instead = "equals", equalsDesc, equalsNumber(class), "use =="
			equals.of = []classfile.Member{{Class: class, Name: "equals", Desc: equalsDesc}, boxing(class)}
			equals.by = number.by[1:]
			out = append(out, equals,
				replacement{class, "equals", equalsDesc, boxesOf(class), nil, of, both, "use ==", pair},
				replacement{"java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", boxesOf(class), nil, of, both, "use ==", pair})
		}
	}
	text := func(class, name, result string) replacement {
		by := classfile.Member{Class: class, Name: name, Desc: "(I)" + result}
		return replacement{
			class, name, "(Ljava/lang/Object;)" + result, argumentIsNumberBox, []classfile.Member{by}, []classfile.Member{by, boxing("java/lang/Integer")},
			boxesForText, "give it the number", "ToString",
		}
	}
	return append(out, text(stringClass, "valueOf", stringDesc), text(builderClass, "append", "Ljava/lang/StringBuilder;"), text(bufferClass, "append", "Ljava/lang/StringBuffer;"))
}

// boxing is the method that puts a number into an object of a class.
func boxing(class string) classfile.Member {
	return classfile.Member{Class: class, Name: "valueOf", Desc: "(" + wrappers[class].primitive + ")L" + class + ";"}
}

const boxesForText = "boxes a number for its text"

// receiverIsBox reports whether the object whose method is called is a box that is made for this call.
func receiverIsBox(m *Method, v ssa.ID) bool { return m.boxFor(m.Func().Args(v)[0], v) }

// argumentIsBox reports whether the only argument of a call is a box that is made for this call.
func argumentIsBox(m *Method, v ssa.ID) bool {
	args := m.Func().Args(v)
	return m.boxFor(args[len(args)-1], v)
}

// argumentIsBoxOf returns whether the only argument of a call is a box of a class that is made for this call.
func argumentIsBoxOf(class string) func(m *Method, v ssa.ID) bool {
	return func(m *Method, v ssa.ID) bool {
		args := m.Func().Args(v)
		made, _, _ := box(m, m.uses(), args[len(args)-1])
		return made == class && argumentIsBox(m, v)
	}
}

// argumentIsNumberBox is argumentIsBox of a number, which is no boolean.
func argumentIsNumberBox(m *Method, v ssa.ID) bool {
	args := m.Func().Args(v)
	class, _, _ := box(m, m.uses(), args[len(args)-1])
	return class != booleanBox && argumentIsBox(m, v)
}

// argumentIsNumber reports whether the argument of a call on a box that exists is a box that is made for the call of a number that is no
// constant.
func argumentIsNumber(m *Method, v ssa.ID) bool {
	f := m.Func()
	args := f.Args(v)
	_, call, _ := box(m, m.uses(), args[1])
	if !argumentIsBox(m, v) || receiverIsBox(m, v) {
		return false
	}
	number := f.Args(call)[len(f.Args(call))-1]
	return f.Values[number].Kind != ssa.Int && f.Values[number].Kind != ssa.Const
}

// equalsNumber is argumentIsNumber where the box that is made is of a class: boxes of two classes are never equal.
func equalsNumber(class string) func(m *Method, v ssa.ID) bool {
	return func(m *Method, v ssa.ID) bool {
		made, _, _ := box(m, m.uses(), m.Func().Args(v)[1])
		return made == class && argumentIsNumber(m, v)
	}
}

const equalsDesc = "(Ljava/lang/Object;)Z"

// boxesOf returns whether both objects of a call are boxes of a class that are made for this call.
func boxesOf(class string) func(m *Method, v ssa.ID) bool {
	return func(m *Method, v ssa.ID) bool {
		for _, a := range m.Func().Args(v) {
			if made, _, _ := box(m, m.uses(), a); made != class || !m.boxFor(a, v) {
				return false
			}
		}
		return true
	}
}

// boxFor reports whether a value is a new box of a number that only one instruction uses.
func (m *Method) boxFor(v, user ssa.ID) bool {
	f := m.Func()
	t := m.uses()
	class, call, parsed := box(m, t, v)
	if class == "" || parsed || class == booleanBox && f.Values[v].Op == classfile.OpNew {
		return false // a new Boolean is EL3002's
	}
	for _, u := range t.of(v) {
		if u != user && u != call {
			return false
		}
	}
	return f.Values[v].Block == f.Values[user].Block
}
