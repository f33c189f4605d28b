package models

import (
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Class groups operations for people who ask where the energy goes.
type Class uint8

// The operation classes, in the order in which reports list them.
const (
	Arithmetic Class = iota
	Bitwise
	Conversion
	Branch
	Array
	Field
	Allocation
	Call
	Variable
	Synchronization
	// StatedCall is what the model file says of calls, ComponentUse of the components that they use.
	StatedCall
	ComponentUse
	// UnknownCall is what is assumed of calls that nothing prices.
	UnknownCall
	numClasses
)

var classNames = [numClasses]string{
	"arithmetic", "bitwise", "conversion", "comparison and branch", "array", "field", "allocation", "call",
	"variable and stack", "synchronization", "library call", "component", "call without a price",
}

// String returns the class's name as reports write it.
func (c Class) String() string { return classNames[c] }

// ClassOf returns the class of an operation.
func ClassOf(o pattern.Operation) Class {
	switch {
	case o >= pattern.Addition && o <= pattern.Modulo:
		return Arithmetic
	case o >= pattern.BitAnd && o <= pattern.LogicalRightBitshift:
		return Bitwise
	case o >= pattern.D2f && o <= pattern.L2i:
		return Conversion
	case o >= pattern.ArrayLength && o <= pattern.ArrayStore:
		return Array
	case o == pattern.ArrayAllocation || o == pattern.ObjectAllocation || o == pattern.ArrayZeroing || o == pattern.MultiArrayAllocation:
		return Allocation
	case o >= pattern.ObjectGetField && o <= pattern.ObjectPutStaticField:
		return Field
	case o >= pattern.StaticMethodCall && o <= pattern.ReturnStatement:
		return Call
	case o >= pattern.SwitchCaseConsecutive && o <= pattern.ElseBranch:
		return Branch
	}
	switch o {
	case pattern.Comparison, pattern.TypeCheck, pattern.Subroutine:
		return Branch
	case pattern.InterfaceCall, pattern.DynamicCall, pattern.Throw, pattern.Unwind, pattern.Argument, pattern.VoidReturn:
		return Call
	case pattern.DynamicCreation:
		return Allocation
	case pattern.Monitor:
		return Synchronization
	}
	return Variable
}

// ClassShare is the part of an energy that one class of operations has.
type ClassShare struct {
	Class Class
	Name  string  // of the class; of a component with its name
	Mean  float64 // in the model's unit
	Share float64 // of the whole, 0 to 1
}

// ClassShares returns which share of the mean energy each class of operations has, the largest first, without the
// classes that do not occur.
func (m *Model) ClassShares(c pattern.Counts, device string) []ClassShare {
	d := m.meanDevice(device)
	var sums []ClassShare // by class, then in the order of the model's components
	for k := range numClasses {
		sums = append(sums, ClassShare{Class: k, Name: k.String()})
	}
	total := 0.0
	for _, n := range c {
		e := n.N * m.meanOf(n.ID, d)
		k := int(ClassOf(n.ID.Operation()))
		if i, ok := n.ID.Entry(); ok {
			x := m.entries[i]
			k = int(x.class)
			if x.name != "" {
				name := x.class.String() + " " + x.name
				if k = slices.IndexFunc(sums, func(s ClassShare) bool { return s.Name == name }); k < 0 {
					k = len(sums)
					sums = append(sums, ClassShare{Class: x.class, Name: name})
				}
			}
		}
		sums[k].Mean += e
		total += e
	}
	var out []ClassShare
	for _, s := range sums {
		if s.Mean != 0 {
			s.Share = s.Mean / total
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b ClassShare) int {
		switch {
		case a.Mean > b.Mean:
			return -1
		case a.Mean < b.Mean:
			return 1
		}
		return 0
	})
	return out
}

// DerivedShare returns which share of the mean energy, 0 to 1, rests on patterns that were not measured.
func (m *Model) DerivedShare(c pattern.Counts, device string) float64 {
	d := m.meanDevice(device)
	part, total := 0.0, 0.0
	for _, n := range c {
		e := n.N * m.meanOf(n.ID, d)
		total += e
		if m.basis[n.ID] != measured {
			part += e
		}
	}
	if total == 0 {
		return 0
	}
	return part / total
}

// meanDevice returns the parameter of the device on which the mean energy is largest.
func (m *Model) meanDevice(device string) int {
	ds := m.indices(device)
	best := ds[0]
	for _, d := range ds[1:] { // a device adds the same to every pattern, so its parameter decides
		if m.mean[d] > m.mean[best] {
			best = d
		}
	}
	return best
}
