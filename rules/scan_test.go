package rules

import (
	"encoding/binary"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/unit"
)

// A need for calls in order is met by calls in that order, and in any order where code may run again.
func TestInOrder(t *testing.T) {
	first, second := oneGroup(0), oneGroup(70)
	bits := []groups{{}, first, second, first.with(second)}
	for _, test := range []struct {
		name            string
		calls           []uint16 // entries of bits
		backward, early bool
		want            bool
	}{
		{"in order", []uint16{1, 2}, false, false, true},
		{"others between", []uint16{1, 0, 0, 2}, false, false, true},
		{"the wrong order", []uint16{2, 1}, false, false, false},
		{"in order after the wrong one", []uint16{2, 1, 2}, false, false, true},
		{"only the first", []uint16{1, 1}, false, false, false},
		{"one call of both groups", []uint16{3}, false, false, false},
		{"two calls of both groups", []uint16{3, 3}, false, false, true},
		{"a loop", []uint16{2, 1}, true, false, true},
		{"a handler in front", []uint16{2, 1}, false, true, true},
	} {
		r := &codeReader{bits: bits}
		r.backward, r.early = test.backward, test.early
		for _, i := range test.calls {
			r.calls = append(r.calls, call{index: i})
		}
		if got := r.inOrder([]groups{first, second}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A rule about what recurs looks at a method with such a call outside of its loops only if something calls the method in a loop.
func TestRecurs(t *testing.T) {
	call, other, text := oneGroup(0), oneGroup(1), oneGroup(2)
	recurs := need{Needs: Needs{Recurs: true}, groups: call.with(text), calls: call}
	for _, test := range []struct {
		name     string
		read     contents
		lambda   bool
		ifCalled bool
	}{
		{"no loop", contents{called: call.with(text)}, false, true},
		{"in a loop", contents{called: call.with(text), repeated: call, backward: true}, false, false},
		{"beside a loop", contents{called: call.with(text), repeated: other, backward: true}, false, true},
		{"in a lambda", contents{called: call.with(text)}, true, false},
		{"a switch or handler that leads back", contents{called: call.with(text), hidden: true}, false, false},
	} {
		r := &codeReader{contents: test.read}
		lambda := func() bool { return test.lambda }
		if !recurs.met(&classfile.Method{}, r, lambda, lambda) {
			t.Errorf("%s: not met", test.name)
		}
		if got := recurs.ifCalled(r, lambda); got != test.ifCalled {
			t.Errorf("%s: %v, want %v", test.name, got, test.ifCalled)
		}
	}
}

// TestMet: a method has the name, the handlers and the constants that a rule needs.
func TestMet(t *testing.T) {
	constant := oneGroup(0)
	for _, test := range []struct {
		name   string
		need   need
		method string
		read   contents
		lambda bool
		hot    bool
		want   bool
	}{
		{"the name", need{Needs: Needs{Named: []string{"compare"}}}, "compare", contents{}, false, false, true},
		{"another name", need{Needs: Needs{Named: []string{"compare"}}}, "compute", contents{}, false, false, false},
		{"a lambda", need{Needs: Needs{Named: []string{"compare"}}}, "lambda$0", contents{}, true, false, true},
		{"a handler", need{Needs: Needs{Catches: true}}, "", contents{catches: true}, false, false, true},
		{"no handler", need{Needs: Needs{Catches: true}}, "", contents{}, false, false, false},
		{"the constant", need{groups: constant}, "", contents{called: constant}, false, false, true},
		{"no constant", need{groups: constant}, "", contents{}, false, false, false},
		{"no loop", need{Needs: Needs{RepeatsOrLambda: true}}, "", contents{}, false, false, false},
		{"a loop", need{Needs: Needs{RepeatsOrLambda: true}}, "", contents{backward: true}, false, false, true},
		{"a hot method", need{Needs: Needs{RepeatsOrLambda: true}}, "", contents{}, false, true, true},
		{"a hot method of another name", need{Needs: Needs{Named: []string{"compare"}}}, "compute", contents{}, false, true, false},
	} {
		got := test.need.met(&classfile.Method{Name: test.method}, &codeReader{contents: test.read}, func() bool { return test.lambda }, func() bool { return test.hot })
		if got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A switch leads back where one of its cases is in front of it, and a subroutine where it was called.
func TestLeadsBack(t *testing.T) {
	at := func(low int32, targets ...int32) []byte { // tableswitch at pc 4
		code := []byte{0, 0, 0, 0, byte(classfile.OpTableswitch), 0, 0, 0}
		for _, x := range append([]int32{targets[0], low, low + int32(len(targets)) - 2}, targets[1:]...) {
			code = binary.BigEndian.AppendUint32(code, uint32(x))
		}
		return code
	}
	for _, test := range []struct {
		name string
		code []byte
		want bool
	}{
		{"forward", at(0, 40, 50, 60), false},
		{"a case in front", at(0, 40, -4, 60), true},
		{"the default in front", at(0, -1, 50), true},
		{"a subroutine", []byte{0, 0, 0, 0, byte(classfile.OpJsr), 0, 10}, true},
	} {
		if got := leadsBack(&classfile.Code{Bytes: test.code}, 4); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A rule about the last argument of calls looks at a method only where the instruction in front of one may load what it looks for.
func TestArgument(t *testing.T) {
	e, err := NewEngine(unit.NewProgram(callgraph.New(nil, nil, 1), nil, 1), Options{})
	if err != nil {
		t.Fatal(err)
	}
	one, two, three := "(Ljava/lang/Object;)Z", "(ZLjava/lang/Object;)V", "(ZLjava/lang/String;Ljava/lang/Object;)V"
	for _, test := range []struct {
		name           string
		desc           string
		before         loaded
		computed, enum bool
	}{
		{"a text", one, loaded{op: classfile.OpLdc}, false, false},
		{"a number", one, loaded{op: classfile.OpIconst0}, false, false},
		{"null", one, loaded{op: classfile.OpAconstNull}, false, true},
		{"a variable", one, loaded{op: classfile.OpAload}, true, true},
		{"a result of another type", one, loaded{classfile.OpInvokevirtual, "Ljava/lang/String;"}, true, false},
		{"a cast", one, loaded{op: classfile.OpCheckcast}, true, true},
		{"the way from elsewhere", one, loaded{op: classfile.OpGoto}, true, true},
		{"a field", two, loaded{classfile.OpGetstatic, "Ljava/lang/String;"}, false, true},
		{"a text that is not the argument", three, loaded{op: classfile.OpLdc}, true, true},
	} {
		c := classfile.Member{Class: "a/B", Name: "c", Desc: test.desc}
		if got := mayBeComputed(e, c, test.before); got != test.computed {
			t.Errorf("%s: mayBeComputed %v, want %v", test.name, got, test.computed)
		}
		if got := mayBeEnum(e, c, test.before); got != test.enum {
			t.Errorf("%s: mayBeEnum %v, want %v", test.name, got, test.enum)
		}
	}
}

// Code may have a loop where a branch, a switch or a handler leads backward.
func TestMayLoop(t *testing.T) {
	for _, test := range []struct {
		name string
		code classfile.Code
		want bool
	}{
		{"none", classfile.Code{Bytes: []byte{0, byte(classfile.OpReturn)}}, false},
		{"forward", classfile.Code{Bytes: []byte{byte(classfile.OpGoto), 0, 3, byte(classfile.OpReturn)}}, false},
		{"back", classfile.Code{Bytes: []byte{0, byte(classfile.OpGoto), 255, 255}}, true},
		{"a handler behind", classfile.Code{Bytes: []byte{0, byte(classfile.OpReturn)}, Handlers: []classfile.Handler{{Start: 0, End: 1, Target: 1}}}, false},
		{"a handler in front", classfile.Code{Bytes: []byte{0, byte(classfile.OpReturn)}, Handlers: []classfile.Handler{{Start: 0, End: 2, Target: 1}}}, true},
	} {
		if got := mayLoop(&test.code); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
