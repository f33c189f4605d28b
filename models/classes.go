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
	numClasses
)

var classNames = [numClasses]string{
	"arithmetic", "bitwise", "conversion", "comparison and branch", "array", "field", "allocation", "call",
	"variable and stack", "synchronization",
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
	Mean  float64 // in the model's unit
	Share float64 // of the whole, 0 to 1
}

// ClassShares returns which share of the mean energy each class of operations has, the largest first, without the
// classes that do not occur.
func (m *Model) ClassShares(c pattern.Counts, device string) []ClassShare {
	d := m.meanDevice(device)
	var sums [numClasses]float64
	total := 0.0
	for _, n := range c {
		e := n.N * m.meanOf(n.ID, d)
		sums[ClassOf(n.ID.Operation())] += e
		total += e
	}
	var out []ClassShare
	for k, sum := range sums {
		if sum != 0 {
			out = append(out, ClassShare{Class(k), sum, sum / total})
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
