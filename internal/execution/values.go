package execution

import (
	"errors"
	"fmt"
	"math"

	cf "github.com/energylint/energylint/internal/classfile"
)

// What a Java virtual machine would throw ends the program: the programs are made so that it does not happen.
var (
	errNull   = errors.New("null is dereferenced")
	errBounds = errors.New("an array index is out of bounds")
	errZero   = errors.New("an integer is divided by zero")
	errCast   = errors.New("an object is cast to a class that it is not of")
)

// maxLength bounds an array.
const maxLength = 1 << 26

func floatBits(f float32) int64  { return int64(math.Float32bits(f)) }
func doubleBits(f float64) int64 { return int64(math.Float64bits(f)) }
func float(n int64) float32      { return math.Float32frombits(uint32(n)) }
func double(n int64) float64     { return math.Float64frombits(uint64(n)) }

// shuffle executes pop, dup and swap, which know slots, not values.
func shuffle(op cf.Op, s []value, sp int) int {
	// n slots are copied below k others.
	copyBelow := func(n, k int) int {
		for i := sp - 1; i >= sp-n-k; i-- {
			s[i+n] = s[i]
		}
		copy(s[sp-n-k:sp-k], s[sp:sp+n])
		return sp + n
	}
	switch op {
	case cf.OpPop:
		return sp - 1
	case cf.OpPop2:
		return sp - 2
	case cf.OpDup:
		return copyBelow(1, 0)
	case cf.OpDupX1:
		return copyBelow(1, 1)
	case cf.OpDupX2:
		return copyBelow(1, 2)
	case cf.OpDup2:
		return copyBelow(2, 0)
	case cf.OpDup2X1:
		return copyBelow(2, 1)
	case cf.OpDup2X2:
		return copyBelow(2, 2)
	}
	s[sp-1], s[sp-2] = s[sp-2], s[sp-1] // swap
	return sp
}

// object executes the instructions that make and read objects and arrays.
func (m *Machine) object(in *instruction, sp int) (int, error) {
	s := m.stack
	switch op := in.op; {
	case op == cf.OpNew:
		c := m.classes[in.desc]
		if c == nil {
			return sp, fmt.Errorf("%s is not part of the program", in.desc)
		}
		if err := c.initialize(); err != nil {
			return sp, err
		}
		s[sp] = value{o: c.instance()}
		return sp + 1, nil
	case op == cf.OpCheckcast:
		if o := s[sp-1].o; o != nil && !o.isSubtype(m, in.desc) {
			return sp, errCast
		}
		return sp, nil
	case op == cf.OpInstanceof:
		o := s[sp-1].o
		s[sp-1] = value{}
		if o != nil && o.isSubtype(m, in.desc) {
			s[sp-1].n = 1
		}
		return sp, nil
	case op == cf.OpNewarray, op == cf.OpAnewarray:
		lengths := [1]int64{s[sp-1].n}
		o, err := m.array(in, in.desc, 0, 1, lengths[:])
		s[sp-1] = value{o: o}
		return sp, err
	case op == cf.OpMultianewarray:
		lengths := make([]int64, in.a)
		sp -= len(lengths)
		for i := range lengths {
			lengths[i] = s[sp+i].n
		}
		o, err := m.array(in, in.desc, 0, 1, lengths)
		s[sp] = value{o: o}
		return sp + 1, err
	case op == cf.OpArraylength:
		o := s[sp-1].o
		if o == nil {
			return sp, errNull
		}
		s[sp-1] = value{n: int64(len(o.refs) + len(o.prims))}
		return sp, nil
	case op <= cf.OpSaload:
		return m.load(op, sp)
	}
	return m.store(in.op, sp)
}

// array makes an array and the arrays in it; arrays is how many there are of its level.
func (m *Machine) array(in *instruction, desc string, level int, arrays int64, lengths []int64) (*object, error) {
	n := lengths[level]
	if n < 0 || n > maxLength {
		return nil, fmt.Errorf("an array of length %d", n)
	}
	o := &object{desc: desc}
	if in.alloc != nil {
		m.zeroing(in.alloc, level, 1, n)
	}
	if desc[1] != 'L' && desc[1] != '[' {
		o.prims = make([]int64, n)
		return o, nil
	}
	o.refs = make([]*object, n)
	if level+1 < len(lengths) {
		for i := range o.refs {
			var err error
			if o.refs[i], err = m.array(in, desc[1:], level+1, arrays*n, lengths); err != nil {
				return nil, err
			}
		}
	}
	return o, nil
}

func (m *Machine) load(op cf.Op, sp int) (int, error) {
	s := m.stack
	o, i := s[sp-2].o, s[sp-1].n
	if o == nil {
		return sp, errNull
	}
	if i < 0 || i >= int64(len(o.refs)+len(o.prims)) {
		return sp, errBounds
	}
	if op == cf.OpAaload {
		s[sp-2] = value{o: o.refs[i]}
	} else {
		s[sp-2] = value{n: o.prims[i]}
	}
	if op == cf.OpLaload || op == cf.OpDaload {
		return sp, nil
	}
	return sp - 1, nil
}

func (m *Machine) store(op cf.Op, sp int) (int, error) {
	s := m.stack
	sp--
	if op == cf.OpLastore || op == cf.OpDastore {
		sp--
	}
	v := s[sp]
	sp -= 2
	o, i := s[sp].o, s[sp+1].n
	if o == nil {
		return sp, errNull
	}
	if i < 0 || i >= int64(len(o.refs)+len(o.prims)) {
		return sp, errBounds
	}
	switch op {
	case cf.OpAastore:
		o.refs[i] = v.o
		return sp, nil
	case cf.OpBastore:
		v.n = int64(int8(v.n))
		if o.desc == "[Z" {
			v.n &= 1
		}
	case cf.OpCastore:
		v.n = int64(uint16(v.n))
	case cf.OpSastore:
		v.n = int64(int16(v.n))
	}
	o.prims[i] = v.n
	return sp, nil
}
