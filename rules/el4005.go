package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL4005", Name: "SmallCopyBuffer", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "io"},
		Sampled: finding.AtLibraryCall,
		Summary: "A stream is read through a small buffer: each time that it is full is a system call",
	},
	Needs:   Needs{Calls: [][]string{{"read"}}, Ops: []classfile.Op{classfile.OpNewarray}, Repeats: true},
	OrNeeds: &Needs{Calls: [][]string{{"read([B)I", "read([BII)I"}}, Ops: []classfile.Op{classfile.OpGetfield, classfile.OpGetstatic}, Repeats: true, Within: true},
	Check:   smallCopyBuffer,
})

// A buffer below smallBuffer bytes is reported where a loop fills it; usualBuffer is that of the JDK.
const (
	smallBuffer = 4096
	usualBuffer = 8192
)

// inMemory are streams that make no system calls, or for which the size of the buffer does not decide how many.
var inMemory = []string{
	"java/io/BufferedInputStream", "java/io/ByteArrayInputStream", "java/io/StringReader", "java/io/CharArrayReader", "java/io/BufferedReader", "java/io/PipedInputStream",
	"java/io/InputStreamReader", "java/util/zip/InflaterInputStream", "java/util/zip/DeflaterInputStream", "java/io/PushbackInputStream", "java/io/RandomAccessFile", "java/util/zip/CheckedInputStream",
	"javax/sound/sampled/AudioInputStream", "java/io/SequenceInputStream", "java/io/ObjectInputStream", "java/io/LineNumberReader", "javax/crypto/CipherInputStream",
}

// bufferedResults are methods, by class, that return a stream with a buffer of its own, or one of inMemory.
var bufferedResults = map[string][]string{
	"java/net/URLConnection": {"getInputStream"}, "java/net/HttpURLConnection": {"getErrorStream"}, "java/net/URL": {"openStream"},
	"java/lang/Class": {"getResourceAsStream"}, "java/lang/ClassLoader": {"getResourceAsStream", "getSystemResourceAsStream"}, "java/lang/Module": {"getResourceAsStream"},
	"java/util/zip/ZipFile": {"getInputStream"}, "java/util/jar/JarFile": {"getInputStream"}, "java/lang/Process": {"getInputStream", "getErrorStream"},
}

// smallCopyBuffer finds loops that read a stream to its end through a small array.
func smallCopyBuffer(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("read") {
		if !strings.HasPrefix(c.Desc, "([B") || f.Values[v].Op == classfile.OpInvokestatic || m.LoopOf(v) < 0 {
			continue
		}
		buffer := m.Strip(f.Args(v)[1])
		size, ok := m.arrayLength(buffer)
		l := m.repeats(v)
		if !ok || size < 16 || size >= smallBuffer || l < 0 || !m.Stable(buffer, l) || m.limitsRate(l) || !m.fillsWhole(v, c) || m.readsRecords(v) || !m.readsSystem(f.Args(v)[0], c.Class) {
			continue
		}
		one := m.Engine.LibraryCost("java/io/FileInputStream", "read", "([B)I", float64(size)).Add(m.TilesOf(v))
		repaired := one.Scale(float64(size) / usualBuffer)
		if energy := m.Energy(Change{At: v, Cost: one, Repaired: repaired, Per: "iteration", Case: "SmallBuffer"}); energy != nil {
			m.Report(v, "read", fmt.Sprintf("The loop reads %d bytes at a time; of a long stream, a buffer of %d takes 1/%d of the calls", size, usualBuffer, usualBuffer/size), energy, m.Related(buffer, "the buffer"))
		}
	}
}

// limitsRate reports whether a loop handles so much at a time and no more: it waits beside its work, or takes permits for it.
func (m *Method) limitsRate(l int) bool {
	for v := range m.Calls("acquire", "acquireUninterruptibly") {
		if m.InLoop(v, l) {
			return true
		}
	}
	return m.waitsIn(l)
}

// arrayLength returns the constant length of an array that the method makes, or that a private or final field always holds.
func (m *Method) arrayLength(v ssa.ID) (length int64, ok bool) {
	f := m.Func()
	if field, read := f.Member(v); read && !f.IsCall(v) {
		values, known := m.Engine.storesTo(field)
		if !known {
			return 0, false
		}
		for in, stored := range values {
			stored = in.Strip(stored)
			n, made := int64(0), in.Func().Values[stored].Op == classfile.OpNewarray
			if made {
				n, made = in.arrayLength(stored)
			}
			if !made || ok && n != length {
				return 0, false
			}
			length, ok = n, true
		}
		return length, ok
	}
	return m.madeWith(v, classfile.OpNewarray)
}

// madeWith returns the constant length that an instruction of a kind makes an array with.
func (m *Method) madeWith(v ssa.ID, op classfile.Op) (length int64, ok bool) {
	f := m.Func()
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != op {
		return 0, false
	}
	n := &f.Values[f.Args(v)[0]]
	return n.Aux, n.Kind == ssa.Int
}

// readsRecords reports whether all that a method asks of the number of bytes which it has read is whether it is one that is more than 0: the array is
// as long as what it reads each time.
func (m *Method) readsRecords(read ssa.ID) bool {
	f := m.Func()
	users := m.uses().of(read)
	return len(users) > 0 && !slices.ContainsFunc(users, func(u ssa.ID) bool {
		op := f.Values[u].Op
		return f.Values[u].Kind != ssa.Instr || op < classfile.OpIfIcmpeq || op > classfile.OpIfIcmple || slices.ContainsFunc(f.Args(u), func(a ssa.ID) bool {
			return f.Values[a].Kind == ssa.Int && f.Values[a].Aux <= 0
		})
	})
}

// fillsWhole reports whether a read may fill the whole array: read(b), or read(b, 0, b.length) or of its constant length.
func (m *Method) fillsWhole(v ssa.ID, c classfile.Member) bool {
	f := m.Func()
	args := f.Args(v)
	if len(args) == 2 {
		return true
	}
	if len(args) != 4 || !isZero(f, args[2]) {
		return false
	}
	n := m.Strip(args[3])
	if f.Values[n].Op == classfile.OpArraylength && f.Values[n].Kind == ssa.Instr {
		return m.Strip(f.Args(n)[0]) == m.Strip(args[1])
	}
	size, _ := m.arrayLength(m.Strip(args[1]))
	return f.Values[n].Kind == ssa.Int && f.Values[n].Aux == size
}
