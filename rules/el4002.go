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
		ID: "EL4002", Name: "UnbufferedIoInLoop", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "io"},
		Sampled: finding.AtLibraryCall,
		Summary: "Single bytes are read or written without a buffer: a system call each",
	},
	Needs: Needs{
		Recurs: true, Calls: [][]string{append([]string{"read", "write"}, dataCalls()...)},
		On: slices.Concat(fileStreams, characterStreams, dataStreams),
	},
	Check: unbufferedIoInLoop,
})

const (
	fileIn     = "java/io/FileInputStream"
	fileOut    = "java/io/FileOutputStream"
	randomFile = "java/io/RandomAccessFile"
)

// The streams without a buffer: of files, of which each access is a system call, of characters, which have one for bytes alone, and of data,
// which have that of the stream below.
var (
	fileStreams      = []string{fileIn, fileOut, randomFile}
	characterStreams = []string{"java/io/FileReader", "java/io/InputStreamReader", "java/io/FileWriter", "java/io/OutputStreamWriter"}
	dataStreams      = []string{"java/io/DataInputStream", "java/io/DataOutputStream"}
)

// smallAccess is the methods that read or write so few bytes that each call, or each of its bytes, is a system call:
// of RandomAccessFile, and of DataInputStream and DataOutputStream over a stream without a buffer.
var smallAccess = map[string]string{
	"readByte": "()B", "readUnsignedByte": "()I", "readBoolean": "()Z", "readShort": "()S", "readUnsignedShort": "()I",
	"readChar": "()C", "readInt": "()I", "readLong": "()J", "readFloat": "()F", "readDouble": "()D", "readLine": "()Ljava/lang/String;",
	"writeByte": "(I)V", "writeBoolean": "(Z)V", "writeShort": "(I)V", "writeChar": "(I)V", "writeInt": "(I)V",
	"writeLong": "(J)V", "writeFloat": "(F)V", "writeDouble": "(D)V",
}

func dataCalls() (names []string) {
	for _, n := range []string{"Byte", "Boolean", "Short", "Char", "Int", "Long", "Float", "Double"} {
		names = append(names, "read"+n, "write"+n)
	}
	return append(names, "readUnsignedByte", "readUnsignedShort", "readLine")
}

// unbufferedIoInLoop finds loops that read or write a few bytes at a time from a stream that is known to have no
// buffer.
func unbufferedIoInLoop(m *Method) {
	f := m.Func()
	for v, c := range m.Calls() {
		single := c.Name == "read" && c.Desc == "()I" || c.Name == "write" && c.Desc == "(I)V"
		if !single && smallAccess[c.Name] != c.Desc || f.Values[v].Op == classfile.OpInvokestatic || c.Desc == "" {
			continue
		}
		stream := f.Args(v)[0]
		source := m.unbuffered(stream, c.Class, single, 0)
		if source == "" {
			continue
		}
		if r, ok := m.accessedAgain(v, stream); ok && !m.converses(v, c, source, r) && (r.loop >= 0 || source != simpleName(randomFile)) {
			m.reportUnbuffered(v, c, source, r)
		}
	}
}

// accessedAgain returns the repetition of an access that moves through one stream: a loop, or calls of the method if the stream is in a field.
func (m *Method) accessedAgain(v, stream ssa.ID) (r repetition, ok bool) {
	if l := m.repeats(v); l >= 0 {
		r = repetition{loop: l}
		return r, m.settled(stream, r) && !m.seeks(stream, r) && !m.rare(v) && !m.paced(v, l)
	}
	f := m.Func()
	switch x := &f.Values[stream]; {
	case len(f.Args(v)) == 2 && f.Values[f.Args(v)[1]].Kind == ssa.Int: // a delimiter between blocks that are written elsewhere
		return r, false
	case x.Op == classfile.OpGetstatic:
	case x.Op != classfile.OpGetfield || !m.IsThis(f.Args(stream)[0]):
		return r, false
	}
	r, ok = m.repeatedBy(v)
	return r, ok && !m.resets(stream, r) && !m.seeks(stream, r)
}

// paced reports whether a loop waits for what it writes, which may have to leave at once.
func (m *Method) paced(access ssa.ID, l int) bool {
	if c, _ := m.Func().Member(access); c.Name[0] != 'w' {
		return false
	}
	for v, c := range m.Calls(waiting...) {
		if m.InLoop(v, l) && (c.Name != "poll" || m.Engine.IsClass(c.Class, "java/util/concurrent/BlockingQueue")) {
			return true
		}
	}
	return false
}

// readsOn reports whether a loop stops to read where it has found a value, of a stream that the method has not made: a buffer that is made here
// takes more from the stream, which others would miss.
func (m *Method) readsOn(read, stream ssa.ID, l int) bool {
	f := m.Func()
	switch x := &f.Values[m.Strip(stream)]; {
	case l < 0 || x.Kind == ssa.Instr && (x.Op == classfile.OpNew || x.Op == classfile.OpInvokestatic):
		return false
	}
	return slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool {
		args := f.Args(test)
		return len(args) == 2 && slices.ContainsFunc(args, func(a ssa.ID) bool { return m.computedFrom([]ssa.ID{a}, read) }) &&
			!slices.ContainsFunc(args, func(a ssa.ID) bool { return isInt(f, a, -1) })
	})
}

// seeks reports whether what r runs moves to another place of the file, or flushes the stream: then a buffer helps little.
func (m *Method) seeks(file ssa.ID, r repetition) bool {
	for v, c := range m.Calls("seek", "skipBytes", "position", "flush") {
		of := m.Func().Args(v)[0]
		if m.IsCall(of, "getChannel", "()Ljava/nio/channels/FileChannel;") {
			of = m.Func().Args(of)[0]
		}
		if (r.loop < 0 || m.InLoop(v, r.loop)) && c.Class != "" && (c.Name == "flush" || len(classfile.Params(c.Desc)) > 0) && m.equal(of, file) {
			return true
		}
	}
	return false
}

// unbuffered returns what makes the stream v, by the developer's name for it, where that is known to have no buffer;
// else it is empty. class is its static type where it is used, single says that single bytes are read or written.
func (m *Method) unbuffered(v ssa.ID, class string, single bool, depth int) string {
	if depth > 6 {
		return ""
	}
	f := m.Func()
	if class == randomFile || single && (slices.Contains(fileStreams, class) || slices.Contains(characterStreams, class)) {
		return simpleName(class)
	}
	if v == 0 {
		return ""
	}
	x := &f.Values[v]
	switch x.Kind {
	case ssa.Phi:
		source := ""
		for _, a := range f.Args(v) {
			if a == 0 || a == v || f.IsNull(a) {
				continue
			}
			s := m.unbuffered(a, "", single, depth+1)
			if s == "" || source != "" && s != source {
				return ""
			}
			source = s
		}
		return source
	case ssa.Instr:
	default:
		return ""
	}
	switch x.Op {
	case classfile.OpCheckcast:
		return m.unbuffered(f.Args(v)[0], "", single, depth+1)
	case classfile.OpNew:
		switch name := f.Method.Class.Pool.ClassName(f.Code.Index(int(x.PC))); {
		case slices.Contains(fileStreams, name), single && slices.Contains(characterStreams, name):
			return simpleName(name)
		case slices.Contains(dataStreams, name):
			for u, c := range m.Calls("<init>") {
				if args := f.Args(u); args[0] == v && c.Class == name && len(args) == 2 {
					return m.unbuffered(args[1], "", true, depth+1)
				}
			}
		}
	case classfile.OpInvokestatic:
		c, _ := f.Member(v)
		if c.Class == "java/nio/file/Files" && (c.Name == "newInputStream" || c.Name == "newOutputStream") {
			return "Files." + c.Name
		}
	case classfile.OpInvokevirtual:
		c, _ := f.Member(v)
		if c.Class == socketClass && (c.Name == "getInputStream" || c.Name == "getOutputStream") {
			return "Socket." + c.Name
		}
	case classfile.OpGetfield, classfile.OpGetstatic:
		c, _ := f.Member(v)
		return m.unbufferedField(c, single, depth+1)
	}
	return ""
}

// unbufferedField returns what a field of this class holds, where all that is ever stored in it, by this class alone,
// is known to have no buffer. Parameters do not count: their callers choose the buffer.
func (m *Method) unbufferedField(field classfile.Member, single bool, depth int) string {
	if class := className(field.Desc); slices.Contains(fileStreams, class) || slices.Contains(characterStreams, class) {
		return m.unbuffered(0, class, single, depth)
	}
	values, ok := m.Engine.storesTo(field)
	if !ok {
		return ""
	}
	source := ""
	for other, stored := range values {
		if other.Func().Values[other.Strip(stored)].Kind == ssa.Param {
			continue
		}
		made := other.unbuffered(stored, "", single, depth)
		if made == "" || source != "" && made != source {
			return ""
		}
		source = made
	}
	return source
}

// reportUnbuffered reports an access of a few bytes, priced as one system call; a buffer of 8 KB has one for 8,192
// bytes.
func (m *Method) reportUnbuffered(v ssa.ID, c classfile.Member, source string, r repetition) {
	const buffer = 8192
	e := m.Engine
	if strings.HasSuffix(source, "Reader") || strings.HasSuffix(source, "Writer") {
		m.reportCharacters(v, c, source, r)
		return
	}
	system := e.LibraryCost(fileIn, "read", "()I", 1)
	repaired := e.LibraryCost("java/io/BufferedInputStream", "read", "()I", 1)
	verb, wrapper := "reads", "BufferedInputStream"
	if c.Name[0] == 'w' {
		repaired = e.LibraryCost("java/io/BufferedOutputStream", "write", "(I)V", 1)
		verb, wrapper = "writes", "BufferedOutputStream"
	}
	bytes := accessBytes(c)
	repaired = repaired.Scale(bytes).AddScaled(system, bytes/buffer).Add(callTiles())
	name := simpleName(c.Class) + "." + c.Name
	if source != simpleName(c.Class) {
		name = source
		if slices.Contains(dataStreams, c.Class) {
			name = simpleName(c.Class) + "." + c.Name + " over " + source
		}
		if abstractStreams[c.Class] {
			name = source + "." + c.Name
		}
	}
	advice := fmt.Sprintf("wrap it in a %s", wrapper)
	switch {
	case c.Class == randomFile:
		advice = "use a block at a time"
	case verb == "reads" && m.readsOn(v, m.Func().Args(v)[0], r.loop):
		advice = fmt.Sprintf("keep one %s for all that read it, as it takes more than the loop", wrapper)
	}
	if energy := m.Energy(Change{At: v, Cost: m.TilesOf(v).Add(system.Scale(m.systemCalls(c, bytes))), Repaired: repaired, Per: perAccess(r), By: r, Case: accessCase(c, source)}); energy != nil {
		m.Report(v, name, fmt.Sprintf("%s %s a few bytes without a buffer %s, a system call each; %s", name, verb, r.again(), advice), energy, r.related()...)
	}
}

// perAccess is what the cost of one access is for. Where calls of the method repeat it, the buffer is made once for all of them.
func perAccess(r repetition) string {
	if r.calls() {
		return "call"
	}
	return r.per()
}

// accessCase names the case of an access: single bytes of a file or a connection, or numbers by a stream of data or a file of
// random access.
func accessCase(c classfile.Member, source string) string {
	kind := ""
	switch {
	case strings.HasPrefix(source, "Socket."):
		kind = "Socket"
	case c.Class == randomFile:
		kind = "RandomAccess"
	case smallAccess[c.Name] != "":
		kind = "Data"
	}
	if c.Name[0] == 'w' {
		return kind + "Write"
	}
	return kind + "Read"
}

// abstractStreams are static types that say nothing of a buffer.
var abstractStreams = map[string]bool{"java/io/InputStream": true, "java/io/OutputStream": true, "java/io/Reader": true, "java/io/Writer": true}

// reportCharacters reports a character that a decoder or encoder is asked for by itself: no system call, but its lock
// and its set-up for every character or two.
func (m *Method) reportCharacters(v ssa.ID, c classfile.Member, source string, r repetition) {
	e := m.Engine
	cost, repaired := e.LibraryCost("java/io/InputStreamReader", "read", "()I", 1), e.LibraryCost("java/io/BufferedReader", "read", "()I", 1)
	measured := "ReadCharacter"
	does, wrapper := "decodes", "BufferedReader"
	if c.Name[0] == 'w' {
		cost, repaired = e.LibraryCost("java/io/OutputStreamWriter", "write", "(I)V", 1), e.LibraryCost("java/io/BufferedWriter", "write", "(I)V", 1)
		measured = "WriteCharacter"
		does, wrapper = "encodes", "BufferedWriter"
	}
	name := source + "." + c.Name
	if energy := m.Energy(Change{At: v, Cost: m.TilesOf(v).Add(cost), Repaired: repaired.Add(callTiles()), Per: perAccess(r), By: r, Case: measured}); energy != nil {
		m.Report(v, name, fmt.Sprintf("%s %s a character by itself %s; wrap it in a %s", name, does, r.again(), wrapper), energy, r.related()...)
	}
}

// systemCalls is how many system calls a call of c makes: JDK 17's classes read and write numbers byte by byte, but for
// the streams' long and double.
func (m *Method) systemCalls(c classfile.Member, bytes float64) float64 {
	if bytes == 8 && c.Class != randomFile {
		return 1
	}
	return bytes
}

// accessBytes is how many bytes one call moves.
func accessBytes(c classfile.Member) float64 {
	switch c.Name[len("read"):] {
	case "Short", "UnsignedShort", "Char", "eShort", "eChar":
		return 2
	case "Int", "Float", "eInt", "eFloat":
		return 4
	case "Long", "Double", "eLong", "eDouble":
		return 8
	}
	return 1
}
