// Package metering counts what compiled programs execute on a real Java virtual machine: it rewrites class files so
// that they report every segment of straight code to the class Meter (testdata/fixtures/meter). It is for tests.
package metering

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/observe"
)

// Table describes the instrumented methods and their segments to the Meter.
type Table struct {
	Methods []*classfile.Method
	// Structures are, by method, the sizes of structures of objects that the Meter takes: of parameters when a call starts, of
	// other values whenever they are read.
	Structures map[*classfile.Method][]StructureSize
	// Weigh returns what the instruction at each pc counts; nil: each instruction counts 1.
	Weigh    func(*cfg.Graph) ([]int64, error)
	loops    []int
	segments []string // weight of the instructions, loop headed, loops around
}

// StructureSize is a size of a value, or of what links lead to from it: tree:left|right.
type StructureSize struct {
	Parameter int              // the value, negative for what is read from a field or computed
	Field     classfile.Member // that field
	At        int              // where no field is read, the pc of the instruction that computes the value
	What      string           // elements: of the collection that an iterator is made of at At
	Symbol    string           // the path of the symbol
}

// inherited is a size that other methods take, of their own values: the largest in the calls that a call leads to.
const inherited = "inherited"

// String is the file that the Meter reads.
func (t *Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d\n", len(t.Methods), len(t.segments))
	symbols := map[string]int{}
	for i, m := range t.Methods {
		apart := 0 // initializers run whenever the machine loads a class: no part of a call
		if m.Name == "<clinit>" {
			apart = 1
		}
		b.WriteString(fmt.Sprintf("%d %d :", t.loops[i], apart) + strings.Join(fieldNames(m.Class), ","))
		for _, size := range t.Structures[m] {
			if _, ok := symbols[size.Symbol]; !ok {
				symbols[size.Symbol] = len(symbols)
			}
			fmt.Fprintf(&b, " %d=%s", symbols[size.Symbol], size.What)
		}
		b.WriteByte('\n')
	}
	for _, s := range t.segments {
		b.WriteString(s)
		b.WriteByte('\n')
	}
	return b.String()
}

// fieldNames are the fields of a class in the order in which the Meter numbers them, from firstField on.
func fieldNames(c *classfile.Class) []string {
	var names []string
	for i := range c.Fields {
		names = append(names, c.Fields[i].Name)
	}
	return names
}

const (
	firstField     = 1000
	firstStructure = 2000
)

// Instrument rewrites the class file data, parsed as c. Methods without a shape are left as they are. The result has
// no stack maps: the machine must not verify it.
func (t *Table) Instrument(data []byte, c *classfile.Class, shape func(*classfile.Method) (observe.Shape, bool)) ([]byte, error) {
	r := &rewriter{in: data, t: t, c: c}
	r.copy(8)
	r.pool()
	r.this = r.peek(2)
	r.copy(6)
	r.copy(2 + 2*r.peek(0))
	for n := r.copyCount(); n > 0; n-- { // fields
		r.copy(6)
		r.copyAttributes()
	}
	n := r.copyCount()
	for i := range n {
		r.copy(6)
		m := &c.Methods[i]
		for k := r.copyCount(); k > 0; k-- {
			size := int(binary.BigEndian.Uint32(r.in[r.at+2:]))
			if c.Pool.Utf8(r.peek(0)) == "Code" {
				if sh, ok := shape(m); ok {
					attr, err := r.code(m, r.in[r.at+6:r.at+6+size], sh)
					if err != nil {
						return nil, fmt.Errorf("%s.%s%s: %w", c.Name, m.Name, m.Desc, err)
					}
					r.copy(2)
					r.out = binary.BigEndian.AppendUint32(r.out, uint32(len(attr)))
					r.out = append(r.out, attr...)
					r.at += 4 + size
					continue
				}
			}
			r.copy(6 + size)
		}
	}
	r.copyAttributes()
	return r.out, nil
}

type rewriter struct {
	in, out []byte
	at      int
	t       *Table
	c       *classfile.Class
	calls   map[string]int // methods of Meter in the pool
	this    int            // the class in the pool
}

func (r *rewriter) peek(off int) int { return int(binary.BigEndian.Uint16(r.in[r.at+off:])) }

func (r *rewriter) copy(n int) {
	r.out = append(r.out, r.in[r.at:r.at+n]...)
	r.at += n
}

func (r *rewriter) copyCount() int {
	n := r.peek(0)
	r.copy(2)
	return n
}

func (r *rewriter) copyAttributes() {
	for n := r.copyCount(); n > 0; n-- {
		r.copy(6 + int(binary.BigEndian.Uint32(r.in[r.at+2:])))
	}
}

func u2(b []byte, vs ...int) []byte {
	for _, v := range vs {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

// pool copies the constant pool and adds the methods of Meter.
func (r *rewriter) pool() {
	count := r.peek(0)
	where := len(r.out)
	r.copy(2)
	for i := 1; i < count; i++ {
		switch tag := classfile.Tag(r.in[r.at]); tag {
		case classfile.TagUtf8:
			r.copy(3 + r.peek(1))
		case classfile.TagLong, classfile.TagDouble:
			r.copy(9)
			i++
		case classfile.TagClass, classfile.TagString, classfile.TagMethodType, classfile.TagModule, classfile.TagPackage:
			r.copy(3)
		case classfile.TagMethodHandle:
			r.copy(4)
		default:
			r.copy(5)
		}
	}
	next := count
	utf8 := func(s string) int {
		r.out = append(u2(append(r.out, byte(classfile.TagUtf8)), len(s)), s...)
		next++
		return next - 1
	}
	name := utf8("Meter")
	r.out = u2(append(r.out, byte(classfile.TagClass)), name)
	class := next
	next++
	r.calls = map[string]int{}
	for _, m := range [][2]string{{"enter", "(I)V"}, {"step", "(I)V"}, {"number", "(IJ)V"}, {"length", "(ILjava/lang/Object;)V"}, {"receiver", "(Ljava/lang/Object;Ljava/lang/Class;)V"}, {"structure", "(ILjava/lang/Object;)V"}, {"value", "(JI)V"}, {"unread", "(I)V"}, {"exit", "()V"}, {"unwind", "()V"}} {
		n, d := utf8(m[0]), utf8(m[1])
		r.out = u2(append(r.out, byte(classfile.TagNameAndType)), n, d)
		r.out = u2(append(r.out, byte(classfile.TagMethodref)), class, next)
		r.calls[m[0]] = next + 1
		next += 2
	}
	binary.BigEndian.PutUint16(r.out[where:], uint16(next))
}

func (r *rewriter) call(b []byte, name string) []byte {
	return u2(append(b, byte(classfile.OpInvokestatic)), r.calls[name])
}

func push(b []byte, v int) []byte {
	if v < 1<<15 {
		return u2(append(b, byte(classfile.OpSipush)), v)
	}
	b = append(push(b, v>>15), byte(classfile.OpBipush), 15, byte(classfile.OpIshl))
	return append(push(b, v&(1<<15-1)), byte(classfile.OpIor))
}

// code rewrites one Code attribute.
func (r *rewriter) code(m *classfile.Method, attr []byte, sh observe.Shape) ([]byte, error) {
	code, err := m.Code()
	if err != nil {
		return nil, err
	}
	g, err := cfg.Build(code)
	if err != nil {
		return nil, err
	}
	id := len(r.t.Methods)
	r.t.Methods = append(r.t.Methods, m)
	r.t.loops = append(r.t.loops, len(sh.Member))
	leader := map[int]bool{}
	for i := range g.Blocks {
		leader[g.Blocks[i].Start] = true
	}
	out := r.entry(m, id)
	start := len(out)
	n := len(code.Bytes)
	moved := make([]int, n+1)
	at := make([]int, n+1) // of the instruction itself, behind what was put before it
	weights, err := r.t.weights(g)
	if err != nil {
		return nil, err
	}
	begins := true
	for pc := 0; pc < n; pc = code.Next(pc) {
		moved[pc] = len(out)
		if begins || leader[pc] {
			count := int64(0)
			for q := pc; q < n && (q == pc || !leader[q]); q = code.Next(q) {
				if count += weights[q]; cfg.CanThrow(code, q) {
					break
				}
			}
			head := int32(-1)
			if leader[pc] {
				head = sh.Header[pc]
			}
			around := "-"
			for _, in := range sh.Member {
				around += map[bool]string{true: "1", false: "0"}[in[pc]]
			}
			out = r.call(push(out, len(r.t.segments)), "step")
			r.t.segments = append(r.t.segments, fmt.Sprintf("%d %d %s", count, head, around))
		}
		op := code.Op(pc)
		begins = cfg.CanThrow(code, pc)
		if op.IsReturn() {
			out = r.call(out, "exit")
		}
		for i, size := range r.t.Structures[m] {
			if size.What == "elements" && size.At == pc {
				out = r.top(out, i)
			}
		}
		at[pc] = len(out)
		if op == classfile.OpTableswitch || op == classfile.OpLookupswitch {
			out = append(out, byte(op))
			for len(out)%4 != 0 {
				out = append(out, 0)
			}
			out = append(out, code.Bytes[pc+4-pc%4:code.Next(pc)]...)
		} else {
			out = append(out, code.Bytes[pc:code.Next(pc)]...)
		}
		out = r.reads(out, m, code, pc)
	}
	moved[n] = len(out)
	for pc := 0; pc < n; pc = code.Next(pc) {
		switch op := code.Op(pc); {
		case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
			relocate := func(off int) { // off counts from the end of the padding
				o := at[pc] + 4 - at[pc]%4 + off
				old := pc + int(int32(binary.BigEndian.Uint32(out[o:])))
				binary.BigEndian.PutUint32(out[o:], uint32(moved[old]-at[pc]))
			}
			relocate(0)
			_, cases := code.Switch(pc)
			for i := range cases {
				if op == classfile.OpTableswitch {
					relocate(12 + 4*i)
				} else {
					relocate(12 + 8*i)
				}
			}
		case op == classfile.OpGotoW || op == classfile.OpJsr || op == classfile.OpJsrW || op == classfile.OpRet:
			return nil, fmt.Errorf("%v is not supported", op)
		default:
			if t, ok := code.Branch(pc); ok {
				d := moved[t] - at[pc]
				if d != int(int16(d)) {
					return nil, fmt.Errorf("a branch became too long")
				}
				binary.BigEndian.PutUint16(out[at[pc]+1:], uint16(d))
			}
		}
	}
	handler := len(out)
	out = append(r.call(out, "unwind"), byte(classfile.OpAthrow))
	if len(out) > 65535 {
		return nil, fmt.Errorf("the code became too long")
	}
	res := u2(nil, code.MaxStack+5, code.MaxLocals)
	res = binary.BigEndian.AppendUint32(res, uint32(len(out)))
	res = append(res, out...)
	res = u2(res, len(code.Handlers)+1)
	table := attr[8+n+2:]
	for i, h := range code.Handlers {
		res = u2(res, moved[h.Start], moved[h.End], moved[h.Target], int(binary.BigEndian.Uint16(table[8*i+6:])))
	}
	res = u2(res, start, handler, handler, 0)
	return u2(res, 0), nil
}

// weights returns what the instruction at each pc counts.
func (t *Table) weights(g *cfg.Graph) ([]int64, error) {
	if t.Weigh != nil {
		return t.Weigh(g)
	}
	return slices.Repeat([]int64{1}, len(g.Code.Bytes)), nil
}

// reads reports what the instruction at pc has read from a field or computed.
func (r *rewriter) reads(out []byte, m *classfile.Method, code *classfile.Code, pc int) []byte {
	op := code.Op(pc)
	var field classfile.Member
	if op == classfile.OpGetfield || op == classfile.OpGetstatic {
		field, _ = r.c.Pool.Member(code.Index(pc))
	}
	for i, size := range r.t.Structures[m] {
		switch {
		case size.What == inherited || size.What == "elements" || size.Parameter >= 0:
		case size.Field.Name != "" && size.Field == field:
			out = r.top(out, i)
		case size.Field.Name != "" || size.At != pc:
		case size.What == "value:i" || size.What == "least:i":
			out = r.call(push(append(out, byte(classfile.OpDup), byte(classfile.OpI2l)), i), "value")
		case size.What == "value:l" || size.What == "least:l":
			out = r.call(push(append(out, byte(classfile.OpDup2)), i), "value")
		default:
			out = r.top(out, i)
		}
	}
	return out
}

// top hands the object on top of the stack to the Meter, for size i.
func (r *rewriter) top(out []byte, i int) []byte {
	return r.call(append(push(append(out, byte(classfile.OpDup)), i), byte(classfile.OpSwap)), "structure")
}

// entry is what runs before everything else: a call starts, with these arguments.
func (r *rewriter) entry(m *classfile.Method, id int) []byte {
	out := r.call(push(nil, id), "enter")
	if m.Name != "<clinit>" {
		if m.Static() || m.Name == "<init>" { // an object under construction has no fields yet
			out = append(out, byte(classfile.OpAconstNull))
		} else {
			out = append(out, byte(classfile.OpAload0))
		}
		out = r.call(u2(append(out, byte(classfile.OpLdcW)), r.this), "receiver")
	}
	for i, size := range r.t.Structures[m] {
		if size.Parameter < 0 {
			out = r.call(push(out, i), "unread")
		}
	}
	slot, param := 0, 0
	structures := func() {
		for i, size := range r.t.Structures[m] {
			if size.Parameter == param && size.What != inherited {
				out = u2(append(push(out, i), byte(classfile.OpWide), byte(classfile.OpAload)), slot)
				out = r.call(out, "structure")
			}
		}
	}
	if !m.Static() {
		structures()
		slot, param = 1, 1
	}
	classfile.EachParam(m.Desc, func(d string) {
		switch d[0] {
		case 'I', 'S', 'C', 'B', 'Z':
			out = u2(append(push(out, param), byte(classfile.OpWide), byte(classfile.OpIload)), slot)
			out = r.call(append(out, byte(classfile.OpI2l)), "number")
		case 'J':
			out = r.call(u2(append(push(out, param), byte(classfile.OpWide), byte(classfile.OpLload)), slot), "number")
		default:
			structures()
			if d[0] == '[' || d == "Ljava/lang/String;" {
				out = r.call(u2(append(push(out, param), byte(classfile.OpWide), byte(classfile.OpAload)), slot), "length")
			}
		}
		param++
		slot += classfile.Slots(d)
	})
	return out
}
