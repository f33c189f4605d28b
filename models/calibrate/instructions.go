package calibrate

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// form is how an instruction's operands are written.
type form uint8

const (
	formPlain     form = iota
	formLocal          // a local variable; up to 3 in the opcode, as javac writes it
	formByte           // a signed byte
	formShort          // a signed short
	formLdc            // a type and a number
	formIinc           // a local variable and an amount
	formJump           // a label
	formField          // Class.name and a descriptor
	formMethod         // the same
	formInterface      // the same
	formDynamic        // an index of the pool, from invokeDynamic
	formClass          // a class
	formArray          // a primitive type
	formMulti          // an array class and the dimensions
	formTable          // the lowest key, the default's label, a label for each key
	formLookup         // the default's label, key:label pairs, ascending
)

type opcode struct {
	op   byte
	form form
}

// operands is the number of operands, -1 where it varies.
func (o opcode) operands() int {
	switch o.form {
	case formPlain:
		return 0
	case formIinc, formLdc, formField, formMethod, formInterface, formMulti:
		return 2
	case formTable, formLookup:
		return -1
	}
	return 1
}

// opcodes are the instructions by their name (JVMS 6.5), without those that the assembler chooses itself
// (iload_0, ldc_w) and without wide.
var opcodes = makeOpcodes()

func makeOpcodes() map[string]opcode {
	t := make(map[string]opcode)
	plain := func(first byte, names string) {
		for i, n := range strings.Fields(names) {
			t[n] = opcode{first + byte(i), formPlain}
		}
	}
	as := func(f form, first byte, names string) {
		for i, n := range strings.Fields(names) {
			t[n] = opcode{first + byte(i), f}
		}
	}
	plain(0, `nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 lconst_1
		fconst_0 fconst_1 fconst_2 dconst_0 dconst_1`)
	as(formByte, 16, "bipush")
	as(formShort, 17, "sipush")
	as(formLdc, 18, "ldc")
	as(formLdc, 20, "ldc2_w")
	as(formLocal, 21, "iload lload fload dload aload")
	plain(46, "iaload laload faload daload aaload baload caload saload")
	as(formLocal, 54, "istore lstore fstore dstore astore")
	plain(79, `iastore lastore fastore dastore aastore bastore castore sastore
		pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap
		iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem
		ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor`)
	as(formIinc, 132, "iinc")
	plain(133, `i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg`)
	as(formJump, 153, `ifeq ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple
		if_acmpeq if_acmpne goto jsr`)
	as(formByte, 169, "ret") // the local variable's index
	as(formTable, 170, "tableswitch")
	as(formLookup, 171, "lookupswitch")
	plain(172, "ireturn lreturn freturn dreturn areturn return")
	as(formField, 178, "getstatic putstatic getfield putfield")
	as(formMethod, 182, "invokevirtual invokespecial invokestatic")
	as(formInterface, 185, "invokeinterface")
	as(formDynamic, 186, "invokedynamic")
	as(formClass, 187, "new")
	as(formArray, 188, "newarray")
	as(formClass, 189, "anewarray")
	plain(190, "arraylength athrow")
	as(formClass, 192, "checkcast instanceof")
	plain(194, "monitorenter monitorexit")
	as(formMulti, 197, "multianewarray")
	as(formJump, 198, "ifnull ifnonnull")
	return t
}

// arrayTypes are the operands of newarray (JVMS table 6.5.newarray-A).
var arrayTypes = map[string]byte{"boolean": 4, "char": 5, "float": 6, "double": 7, "byte": 8, "short": 9, "int": 10, "long": 11}

func (m *code) instruction(o opcode, f []string) error {
	switch o.form {
	case formPlain:
		m.b = append(m.b, o.op)
	case formLocal:
		n, err := parseInt(f[0], 0, math.MaxUint8)
		switch {
		case err != nil:
			return err
		case n <= 3 && o.op < 54:
			m.b = append(m.b, 26+4*(o.op-21)+byte(n))
		case n <= 3:
			m.b = append(m.b, 59+4*(o.op-54)+byte(n))
		default:
			m.b = append(m.b, o.op, byte(n))
		}
	case formByte:
		n, err := parseInt(f[0], math.MinInt8, math.MaxInt8)
		if err != nil {
			return err
		}
		m.b = append(m.b, o.op, byte(n))
	case formShort:
		n, err := parseInt(f[0], math.MinInt16, math.MaxInt16)
		if err != nil {
			return err
		}
		m.b = u2(append(m.b, o.op), n)
	case formIinc:
		n, err := parseInt(f[0], 0, math.MaxUint8)
		if err != nil {
			return err
		}
		k, err := parseInt(f[1], math.MinInt8, math.MaxInt8)
		if err != nil {
			return err
		}
		m.b = append(m.b, o.op, byte(n), byte(k))
	case formLdc:
		return m.ldc(o, f)
	case formJump:
		m.jump(len(m.b)+1, len(m.b), false, f[0])
		m.b = append(m.b, o.op, 0, 0)
	case formField:
		m.b = u2(append(m.b, o.op), m.class.member(9, f[0], f[1]))
	case formMethod:
		m.b = u2(append(m.b, o.op), m.class.member(10, f[0], f[1]))
	case formInterface:
		m.b = u2(append(m.b, o.op), m.class.member(11, f[0], f[1]))
		m.b = append(m.b, 1, 0) // the receiver is the only argument
	case formDynamic:
		n, err := parseInt(f[0], 1, math.MaxUint16)
		if err != nil {
			return err
		}
		m.b = append(u2(append(m.b, o.op), n), 0, 0)
	case formClass:
		m.b = u2(append(m.b, o.op), m.class.classRef(f[0]))
	case formArray:
		t, ok := arrayTypes[f[0]]
		if !ok {
			return fmt.Errorf("no primitive type")
		}
		m.b = append(m.b, o.op, t)
	case formMulti:
		n, err := parseInt(f[1], 1, math.MaxUint8)
		if err != nil {
			return err
		}
		m.b = append(u2(append(m.b, o.op), m.class.classRef(f[0])), byte(n))
	case formTable, formLookup:
		return m.choose(o, f)
	}
	return nil
}

func (m *code) jump(at, from int, wide bool, label string) {
	m.jumps = append(m.jumps, jump{at: at, from: from, wide: wide, label: m.label(label)})
}

// ldc loads a number from the pool, by the narrowest form.
func (m *code) ldc(o opcode, f []string) error {
	x, err := strconv.ParseFloat(f[1], 64)
	if err != nil {
		return err
	}
	switch f[0] {
	case "int", "float":
		entry := u4([]byte{3}, int(x))
		if f[0] == "float" {
			entry = u4([]byte{4}, int(math.Float32bits(float32(x))))
		}
		if i := m.class.constant(1, entry); i < 256 {
			m.b = append(m.b, o.op, byte(i))
		} else {
			m.b = u2(append(m.b, o.op+1), i)
		}
	case "long", "double":
		v, tag := uint64(int64(x)), byte(5)
		if f[0] == "double" {
			v, tag = math.Float64bits(x), 6
		}
		m.b = u2(append(m.b, o.op), m.class.constant(2, u4(u4([]byte{tag}, int(v>>32)), int(uint32(v)))))
	default:
		return fmt.Errorf("no type of a constant")
	}
	return nil
}

// choose assembles a switch, whose operands are aligned to four bytes.
func (m *code) choose(o opcode, f []string) error {
	from := len(m.b)
	m.b = append(m.b, o.op)
	for len(m.b)%4 != 0 {
		m.b = append(m.b, 0)
	}
	target := func(label string) {
		m.jump(len(m.b), from, true, label)
		m.b = u4(m.b, 0)
	}
	if o.form == formTable {
		if len(f) < 3 {
			return fmt.Errorf("expected the lowest key and labels")
		}
		low, err := parseInt(f[0], math.MinInt16, math.MaxInt16)
		if err != nil {
			return err
		}
		target(f[1])
		m.b = u4(u4(m.b, low), low+len(f)-3)
		for _, l := range f[2:] {
			target(l)
		}
		return nil
	}
	if len(f) == 0 {
		return fmt.Errorf("expected the default's label")
	}
	target(f[0])
	m.b = u4(m.b, len(f)-1)
	for _, pair := range f[1:] {
		key, label, _ := strings.Cut(pair, ":")
		n, err := parseInt(key, math.MinInt16, math.MaxInt16)
		if err != nil {
			return err
		}
		m.b = u4(m.b, n)
		target(label)
	}
	return nil
}

func parseInt(s string, low, high int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%q: expected a number from %d to %d", s, low, high)
	}
	return n, nil
}
