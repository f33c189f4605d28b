package platform

import (
	"strconv"

	"github.com/energylint/energylint/internal/classfile"
)

// MemberKinds is a set of kinds of members.
type MemberKinds uint8

// The kinds of members.
const (
	MethodMembers MemberKinds = 1 << iota
	FieldMembers
	ConstructorMembers
	AnyMember = MethodMembers | FieldMembers | ConstructorMembers
)

// Where a Finder has no operand, or has it as the last one.
const (
	EveryName = -1
	LastArg   = -2
)

// Finder is a platform method that gives access to members of a class.
type Finder struct {
	Class, Name string
	Kinds       MemberKinds
	// Arg is the operand, the receiver being the first, that selects the member: its name, or with Reflected an object that
	// a finder has returned. It is EveryName where no operand does, and LastArg for the last one.
	Arg       int
	Reflected bool
}

// Finders is the reflective part of the platform's API that can call a method or change a field, by class and name.
var Finders = func() map[classfile.Member]*Finder {
	kinds := map[string]MemberKinds{"method": MethodMembers, "field": FieldMembers, "constructor": ConstructorMembers}
	operands := map[string]int{"every": EveryName, "last": LastArg}
	out := map[classfile.Member]*Finder{}
	for _, r := range readTable("reflection.tsv", "class", "members", "operand", "by", "methods") {
		x := Finder{Class: r.fields["class"], Kinds: kinds[r.fields["members"]], Reflected: r.fields["by"] == "reflected"}
		arg, known := operands[r.fields["operand"]]
		if !known {
			n, err := strconv.Atoi(r.fields["operand"])
			if err != nil || n < 0 {
				r.fail("operand %q", r.fields["operand"])
			}
			arg = n
		}
		if x.Arg = arg; x.Kinds == 0 || !x.Reflected && r.fields["by"] != "name" {
			r.fail("members %q by %q", r.fields["members"], r.fields["by"])
		}
		for _, name := range r.list("methods") {
			y := x
			y.Name = name
			key := classfile.Member{Class: x.Class, Name: name}
			if out[key] != nil {
				r.fail("%s has a row already", name)
			}
			out[key] = &y
		}
	}
	return out
}()

// FinderOf returns the finder that a member is, nil for none.
func FinderOf(m classfile.Member) *Finder {
	return Finders[classfile.Member{Class: m.Class, Name: m.Name}]
}
