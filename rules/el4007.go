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
		ID: "EL4007", Name: "UnbufferedStreamWrapped", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "io"},
		Sampled: finding.Elsewhere,
		Summary: "A stream that reads or writes a few hundred bytes at a time stands directly on a file",
	},
	Needs: Needs{Calls: [][]string{smallStreamNames()}},
	Check: unbufferedStreamWrapped,
})

// smallStream is a stream of the library with a small buffer of its own: what it does with the stream below it, and how to help.
type smallStream struct {
	class, desc  string
	does, advice string
	measured     string
}

const (
	largerBuffer = "give its constructor a size of 8192"
	wrapInput    = "put a BufferedInputStream between them"
	wrapOutput   = "put a BufferedOutputStream between them"
	inDesc       = "(Ljava/io/InputStream;)V"
	outDesc      = "(Ljava/io/OutputStream;)V"
)

var smallStreams = []smallStream{
	{"java/util/zip/GZIPInputStream", inDesc, "reads 512 bytes at a time", largerBuffer, "GzipBuffer"},
	{"java/util/zip/InflaterInputStream", inDesc, "reads 512 bytes at a time", wrapInput, "GzipBuffer"},
	{"java/util/zip/ZipInputStream", inDesc, "reads 512 bytes at a time", wrapInput, "GzipBuffer"},
	{"java/util/jar/JarInputStream", inDesc, "reads 512 bytes at a time", wrapInput, "GzipBuffer"},
	{"java/io/ObjectInputStream", inDesc, "reads headers byte by byte", wrapInput, "ObjectInput"},
	{"java/io/ObjectOutputStream", outDesc, "writes 1024 bytes at a time", wrapOutput, "ObjectOutput"},
}

func smallStreamNames() (out []string) {
	for _, s := range smallStreams {
		out = append(out, s.class+".<init>")
	}
	return out
}

// unbufferedStreamWrapped finds such streams on files, where they are used in a loop or made again and again.
func unbufferedStreamWrapped(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("<init>") {
		i := slices.IndexFunc(smallStreams, func(s smallStream) bool { return s.class == c.Class && s.desc == c.Desc })
		if i < 0 {
			continue
		}
		s := &smallStreams[i]
		made, below := f.Args(v)[0], f.Args(v)[1]
		source := m.unbuffered(m.Strip(below), "", true, 0)
		if !strings.HasPrefix(source, "File") {
			continue // a socket, whose messages have to leave
		}
		r, ok := m.recurs(v)
		at := v
		if !ok {
			if at = m.usedInLoop(made); at == 0 {
				continue
			}
			r = repetition{loop: m.repeats(at)}
		}
		cost := m.Engine.LibraryCost("java/io/FileInputStream", "read", "([B)I", 512)
		if energy := m.Energy(Change{At: at, Cost: cost, Repaired: cost.Scale(512.0 / usualBuffer), Per: r.per(), Case: s.measured}); energy != nil {
			m.Report(v, c.Class, fmt.Sprintf("The %s %s from or to the %s, a system call each; %s", simpleName(c.Class), s.does, source, s.advice), energy, r.related()...)
		}
	}
}

// usedInLoop returns a call of a method of a stream inside a loop, or of a stream or reader of the library that is made over it; 0 where there is
// none.
func (m *Method) usedInLoop(made ssa.ID) ssa.ID {
	f := m.Func()
	w := visit(made)
	for made := range w.all() {
		for _, u := range m.uses().of(made) {
			if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic {
				continue
			}
			if m.repeats(u) >= 0 {
				return u
			}
			if c, _ := f.Member(u); c.Name == "<init>" && len(f.Args(u)) > 1 && f.Args(u)[1] == made && strings.HasPrefix(c.Class, "java/io/") {
				w.add(f.Args(u)[0])
			}
		}
	}
	return 0
}
