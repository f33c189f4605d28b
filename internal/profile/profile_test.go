package profile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/tier"
)

// text writes a profile: each stack with the innermost call first, and its weight.
func text(p *Profile) string {
	var out []string
	for _, s := range p.stacks {
		if s.weight == 0 {
			continue
		}
		var calls []string
		for _, id := range s.frames {
			f := p.frames[id]
			name := f.Method + f.Desc
			if f.Class != "" {
				name = f.Class + "." + name
			}
			if f.Line > 0 {
				name += fmt.Sprint(":", f.Line)
			}
			calls = append(calls, name)
		}
		out = append(out, fmt.Sprint(strings.Join(calls, " < "), " = ", s.weight))
	}
	return strings.Join(out, "\n")
}

// under takes the classes whose names begin so for those under analysis.
func under(prefix string) func(class string) func(int) int {
	return func(class string) func(int) int {
		if !strings.HasPrefix(class, prefix) {
			return nil
		}
		return func(line int) int { return line }
	}
}

// written writes a file of the test and returns its path.
func written(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "profile")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCollapsed(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"async-profiler", "[main tid=7];a/Main.main;a/Codec.encode_[j];java/lang/String.indexOf_[i] 12\n",
			"java/lang/String.indexOf < a/Codec.encode < a/Main.main < [main tid=7] = 12"},
		{"dots and lines", "a.Main.main:7;a.Codec$1.<init>:12 1", "a/Codec$1.<init>:12 < a/Main.main:7 = 1"},
		{"types", "a.Main.main(java.lang.String[]) 3", "a/Main.main = 3"},
		{"descriptors", "a/Main.main([Ljava/lang/String|)V:9 3", "a/Main.main([Ljava/lang/String;)V:9 = 3"},
		{"modules", "java.base@17.0.1/java.lang.Thread.run:833;app//a.Main.main 3", "a/Main.main < java/lang/Thread.run:833 = 3"},
		{"JoularJX methods", "a.Main.main,0.25\na.Codec.encode,1.5\n", "a/Main.main = 0.25\na/Codec.encode = 1.5"},
		{"JoularJX call trees", "a.Main.main;a.Codec.encode,2.5", "a/Codec.encode < a/Main.main = 2.5"},
		{"native code", "_start;JavaMain;a/Main.main;__memcpy_avx 4", "__memcpy_avx < a/Main.main < JavaMain < _start = 4"},
		{"names with spaces", "a/Test.adds two numbers;a/Main.f 4", "a/Main.f < a/Test.adds two numbers = 4"},
		{"equal stacks", "a/M.f 1\n\n# comment\na/M.f 2\na/M.g 0\n", "a/M.f = 3"},
		{"no line number", "a/M.f:-1;a/M.g:99999 1", "a/M.g:99999 < a/M.f:-1 = 1"},
	} {
		p, err := Read(t.Context(), os.Open, nil, written(t, []byte(c.in)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := text(p); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestSamples: numbers that are no numbers of samples do not count them.
func TestSamples(t *testing.T) {
	for in, want := range map[string]int{"a/M.f 3\na/M.g 4\n": 7, "a.M.f,0.25\na.M.g,3\n": 0, "a/M.f 3000000000\n": 0} {
		p, err := Read(t.Context(), os.Open, nil, written(t, []byte(in)))
		if err != nil {
			t.Fatal(err)
		}
		if p.Samples != want {
			t.Errorf("%q has %d samples, want %d", in, p.Samples, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "it is empty"},
		{"\n\n", "there are no samples of Java methods"},
		{"a/M.f 0\n", "there are no samples of Java methods"},
		{"a/M.f 1\na/M.g\n", "line 2: expected calls and a number, as in com.acme.Main.main;com.acme.Codec.encode 12"},
		{"a/M.f -1\n", "line 1: a sample has the weight -1: expected a number of samples, a time or an energy"},
		{"a/M.f NaN\n", "line 1: a sample has the weight NaN: expected a number of samples, a time or an energy"},
		{"a/M.f " + strings.Repeat("9", 400) + "\n", "line 1: expected calls and a number, as in com.acme.Main.main;com.acme.Codec.encode 12"},
		{strings.Repeat("x", maxLine+1), "line 1: bufio.Scanner: token too long"},
		{"\x1f\x8b", "it cannot be decompressed: unexpected EOF"},
		{"FLR\x00\x00", errNoChunk.Error()},
		{"FLR\x00\x00\x02\x00\x01" + strings.Repeat("\x01", 100), errNoChunk.Error()}, // a chunk of many bytes
		{"FLR\x01" + strings.Repeat("\x00", 100), "line 1: expected calls and a number, as in com.acme.Main.main;com.acme.Codec.encode 12"},
		{"<!DOCTYPE html>\n<html lang='en'>\n", "it is HTML or XML, such as a picture of a flame graph: record what it is drawn from (asprof -o collapsed, or -f run.jfr)"},
		{"a/M.f 1\n<html>\n", "it is HTML or XML, such as a picture of a flame graph: record what it is drawn from (asprof -o collapsed, or -f run.jfr)"},
		{compressed("FLR\x00\x00"), "it is a compressed recording of the Flight Recorder: gunzip it"},
		{"FLR\x00" + strings.Repeat("\x00", 100), "it is no whole recording of the Flight Recorder"},
	} {
		_, err := Read(t.Context(), os.Open, nil, written(t, []byte(c.in)))
		if err == nil || files.Reason(err) != c.want {
			t.Errorf("%.40q: got %v, want %s", c.in, err, c.want)
		}
	}
	if _, err := Read(t.Context(), os.Open, nil, filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
	if _, err := Read(t.Context(), os.Open, nil, t.TempDir()); err == nil {
		t.Error("a directory is read")
	}
}

func compressed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

// TestCutOff: of a recording that ends within a chunk, the whole chunks count, where the caller goes on.
func TestCutOff(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "small.jfr"))
	if err != nil {
		t.Fatal(err)
	}
	cut := written(t, slices.Concat(data, data[:len(data)/2]))
	if _, err := Read(t.Context(), os.Open, nil, cut); !errors.Is(err, ErrCutOff) {
		t.Errorf("got %v", err)
	}
	p, err := Read(t.Context(), os.Open, func(err *fs.PathError) bool { return errors.Is(err, ErrCutOff) }, cut)
	if err != nil || p.Samples != 94 {
		t.Errorf("got %v, %v, want the 94 samples of the whole chunk", p, err)
	}
	if _, err := Read(t.Context(), os.Open, nil, written(t, data[:len(data)/2])); !errors.Is(err, errNoChunk) {
		t.Errorf("of half a chunk: %v", err)
	}
}

// TestSeveralFiles: samples of files of one kind are added up, and an error names its file.
func TestSeveralFiles(t *testing.T) {
	one, two := written(t, []byte("a/M.f:1 3\na/M.g:2 1\n")), written(t, []byte("a/M.f:1 4\n"))
	p, err := Read(t.Context(), os.Open, nil, one, two)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := inOrder(p), "a/M.f:1 = 7\na/M.g:2 = 1"; strings.TrimSpace(got) != want || p.Samples != 8 {
		t.Errorf("got %d samples\n%s\nwant\n%s", p.Samples, got, want)
	}
	recording := filepath.Join("testdata", "small.jfr")
	for _, c := range []struct {
		names []string
		path  string
		want  string
	}{
		{[]string{one, recording}, recording, "it is a recording of the Flight Recorder, and the first is a text of stacks, whose samples count something else: give files of one kind"},
		{[]string{one, two + "x"}, two + "x", "there is no such file"},
	} {
		_, err := Read(t.Context(), os.Open, nil, c.names...)
		if failed := (*fs.PathError)(nil); !errors.As(err, &failed) || failed.Path != c.path || files.Reason(err) != c.want {
			t.Errorf("%v: got %v, want %s", c.names, err, c.want)
		}
	}
	goOn := func(*fs.PathError) bool { return true }
	for _, c := range []struct {
		names   []string
		samples int
	}{
		{[]string{one, recording}, 4},
		{[]string{written(t, []byte("no samples\n")), one, recording, two}, 8}, // the first that gave samples
	} {
		if p, err := Read(t.Context(), os.Open, goOn, c.names...); err != nil || p.Samples != c.samples {
			t.Errorf("%v: got %v and %v, want %d samples", c.names, p, err, c.samples)
		}
	}
	if p, err := Read(t.Context(), os.Open, nil, recording, recording); err != nil || p.Samples%2 != 0 || p.Samples == 0 {
		t.Errorf("a recording twice: %v, %v", p, err)
	}
}

func TestPprof(t *testing.T) {
	main := &profile.Function{ID: 1, Name: "a.Main.main"}
	encode := &profile.Function{ID: 2, Name: "a/Codec.encode"}
	index := &profile.Function{ID: 3, Name: "java.lang.String.indexOf"}
	inlined := &profile.Location{ID: 1, Line: []profile.Line{{Function: index, Line: 100}, {Function: encode, Line: 20}}}
	outer := &profile.Location{ID: 2, Line: []profile.Line{{Function: main, Line: 7}}}
	unknown := &profile.Location{ID: 3, Address: 1}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		Sample: []*profile.Sample{
			{Location: []*profile.Location{inlined, outer}, Value: []int64{2, 20}},
			{Location: []*profile.Location{unknown, outer}, Value: []int64{1, 10}},
		},
		Location: []*profile.Location{inlined, outer, unknown}, Function: []*profile.Function{main, encode, index},
	}
	var packed, plain bytes.Buffer
	if err := errors.Join(p.Write(&packed), p.WriteUncompressed(&plain)); err != nil {
		t.Fatal(err)
	}
	want := "java/lang/String.indexOf:100 < a/Codec.encode:20 < a/Main.main:7 = 20\na/Main.main:7 = 10"
	for _, data := range [][]byte{packed.Bytes(), plain.Bytes()} {
		got, err := Read(t.Context(), os.Open, nil, written(t, data))
		if err != nil {
			t.Error(err)
		} else if text(got) != want || got.Samples != 3 {
			t.Errorf("got\n%s\nwant\n%s", text(got), want)
		}
	}
}

// TestRecording records a program with the JDK of this machine.
func TestRecording(t *testing.T) {
	tier.Slow(t, tier.JVM)
	java := tier.Program(t, "java")
	jfr := tier.Program(t, "jfr")
	dir := t.TempDir()
	file, source := filepath.Join(dir, "run.jfr"), filepath.Join(dir, "Busy.java")
	if err := os.WriteFile(source, []byte(busy), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), java, "-XX:StartFlightRecording=settings=profile,filename="+file, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p, err := Read(t.Context(), os.Open, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Shares(under("Busy"))
	if share := s.Of("Busy", "count", "(Ljava/util/List;)I", Place{Lines: []int{6}}); share.Here < 0.2 || !share.Line || !p.Tells("Busy", "count", "(Ljava/util/List;)I") {
		t.Errorf("line 6 takes %v of the run, want most of it:\n%s", share, text(p))
	}
	if share := s.Of("Busy", "never", "()V", Place{Lines: []int{16}}); share.Here != 0 || share.Method != 0 {
		t.Errorf("what never ran takes %v", share)
	}
	if !p.asked || !p.collected || p.NothingCollected() {
		t.Errorf("the collection that the program asks for is not seen")
	}
	printed := printedBy(t, jfr, file)
	if got, want := inOrder(p), inOrder(printed); got != want {
		t.Errorf("got\n%s\nwant, by the JDK itself,\n%s", got, want)
	}
	testMainClass(t, jfr, file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(data); n += len(data)/200 + 1 { // what is cut off is an error, and no panic
		if err := newBuilder().readRecording(data[:n]); err == nil && n > 0 {
			t.Errorf("%d of %d bytes are read", n, len(data))
		}
	}
}

// testMainClass takes the main class of a recording for that of a build: it counts only where the program ran in it.
func testMainClass(t *testing.T, jfr, file string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), jfr, "print", "--events", "jdk.JVMInformation", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	main := regexp.MustCompile(`javaArguments = "([^" ]+)`).FindSubmatch(out)
	if main == nil {
		t.Fatalf("the JDK names no main class: %s", out)
	}
	buildTools[string(main[1])] = true
	defer delete(buildTools, string(main[1]))
	p, err := Read(t.Context(), os.Open, nil, file)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Shares(under("Busy")); len(s.LeftOut) > 0 || s.Total != p.Total || s.Samples != p.Samples {
		t.Errorf("a build in which the program ran is left out: %v, %v of %v", s.LeftOut, s.Total, p.Total)
	}
	s := p.Shares(under("Other"))
	if !slices.Equal(s.LeftOut, []int{0}) || s.Total != 0 || s.Samples != 0 || s.Covered != 0 {
		t.Errorf("a build in which the program did not run counts: %v, %v of %v, %d samples", s.LeftOut, s.Total, p.Total, s.Samples)
	}
	if share := s.Of("Other", "m", "()V", Place{}); share != (Share{}) {
		t.Errorf("without samples, a method takes %+v", share)
	}
}

// TestRecordingsOfBuilds: what a build does besides the program is no part of the run.
func TestRecordingsOfBuilds(t *testing.T) {
	b := newBuilder()
	file := func(build bool, stacks string) {
		t.Helper()
		if b.build = nil; build {
			b.ofBuild()
			b.ofBuild() // each chunk of a recording tells
		}
		if err := b.readCollapsed(t.Context(), strings.NewReader(stacks)); err != nil {
			t.Fatal(err)
		}
		b.file++
	}
	file(true, "maven/M.main:1;javac/J.run:2 300\n")
	file(false, "worker/W.main:1;a/T.test:3 60\nworker/W.main:1;java/X.f:3 40\n")
	file(true, "maven/M.main:1;b/T.test:2 20\nmaven/M.main:1;javac/J.run:2 80\n")
	file(false, "worker/W.main:1 100\n")
	p, err := b.done()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		program, class string
		leftOut        []int
		samples        int
		here           float64
	}{
		{"a/", "a/T", []int{0, 2}, 200, 0.3},
		{"b/", "b/T", []int{0}, 300, 20.0 / 300},
		{"maven/", "maven/M", nil, 600, 400.0 / 600},
		{"c/", "c/T", []int{0, 2}, 200, 0},
	} {
		s := p.Shares(under(c.program))
		got := s.Of(c.class, map[bool]string{true: "main", false: "test"}[c.program == "maven/"], "", Place{})
		if !slices.Equal(s.LeftOut, c.leftOut) || s.Samples != c.samples || s.Total != float64(c.samples) || math.Abs(got.Method-c.here) > 1e-12 {
			t.Errorf("%s: files %v are left out, %d samples, %v; want %+v", c.program, s.LeftOut, s.Samples, got.Method, c)
		}
	}
}

// TestBuildTools: the table is in order, and the tools that are installed have its main classes.
func TestBuildTools(t *testing.T) {
	tier.Slow(t, tier.JVM)
	jars := map[string][]string{
		"Maven":  {"/usr/share/java/plexus-classworlds.jar"},
		"Gradle": {"/usr/share/gradle/lib/gradle-launcher-*.jar"},
		"Ant":    {"/usr/share/java/ant.jar", "/usr/share/java/ant-launcher.jar"},
	}
	inJars := map[string]bool{}
	var before string
	found := 0
	for line := range strings.Lines(buildToolsTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		class, tool, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || class <= before || !buildTools[class] || !regexp.MustCompile(`^([a-z]+\.)+[A-Z][A-Za-z]+$`).MatchString(class) {
			t.Errorf("%q: expected a main class and a tool, in order", line)
		}
		before = class
		for _, pattern := range jars[tool] {
			names, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				z, err := zip.OpenReader(name)
				if err != nil {
					t.Fatal(err)
				}
				inJars[tool] = true
				if slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == strings.ReplaceAll(class, ".", "/")+".class" }) {
					found++
				}
				z.Close()
			}
		}
	}
	if len(inJars) == 0 {
		t.Skip("neither Maven nor Gradle nor Ant of Debian is installed")
	}
	if found < len(inJars) {
		t.Errorf("of the tools %v, %d main classes are found", slices.Sorted(maps.Keys(inJars)), found)
	}
}

// TestEmptyValues: values that take no byte, of which nested classes or an array have any number, are refused.
func TestEmptyValues(t *testing.T) {
	for _, c := range []struct{ name, dimension string }{{"nested", "0"}, {"array", "1"}} {
		texts := []string{"root", "metadata", "class", "id", "name", "field", "class", "dimension", c.dimension}
		text := func(s string) []byte {
			i := slices.Index(texts, s)
			if i < 0 {
				i = len(texts)
				texts = append(texts, s)
			}
			return number(i)
		}
		const depth = 30
		var classes []byte
		for id := range depth {
			fields := 2
			if id == depth-1 {
				fields = 0
			}
			classes = slices.Concat(classes, text("class"), number(1), text("id"), text(fmt.Sprint(id+100)), number(fields))
			for range fields {
				classes = slices.Concat(classes, text("field"), number(2), text("class"), text(fmt.Sprint(id+101)), text("dimension"), text(c.dimension), number(0))
			}
		}
		tree := slices.Concat(text("root"), number(0), number(1), text("metadata"), number(0), number(depth), classes)
		described := number(len(texts))
		for _, s := range texts {
			described = slices.Concat(described, []byte{3}, number(len(s)), []byte(s))
		}
		metadata := event(metadataType, slices.Concat(number(0), number(0), number(0), described, tree))
		pools := event(constantType, slices.Concat(number(0), number(0), number(0), []byte{0}, number(1), number(100), number(1), number(7), bytes.Repeat([]byte{100}, 200)))
		data := slices.Concat([]byte(magic), make([]byte, headerSize-len(magic)), metadata, pools)
		binary.BigEndian.PutUint64(data[8:], uint64(len(data)))
		binary.BigEndian.PutUint64(data[16:], uint64(headerSize+len(metadata)))
		binary.BigEndian.PutUint64(data[24:], headerSize)
		if err := newBuilder().readRecording(data); !errors.Is(err, errBroken) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

// number encodes what reader.number reads.
func number(n int) (out []byte) {
	for ; n >= 0x80; n >>= 7 {
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n))
}

// event encodes an event: its size counts itself.
func event(kind int, rest []byte) []byte {
	body := append(number(kind), rest...)
	size := len(body) + 1
	for len(number(size))+len(body) != size {
		size++
	}
	return append(number(size), body...)
}

// inOrder is text with the stacks in order: the JDK prints events by their time.
func inOrder(p *Profile) string {
	lines := strings.Split(text(p), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// printedBy reads what the JDK prints of the samples of a recording.
func printedBy(t *testing.T, jfr, file string) *Profile {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), jfr, "print", "--json", "--stack-depth", fmt.Sprint(maxDepth), "--events", strings.Join(events, ","), file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var printed struct {
		Recording struct {
			Events []struct {
				Type   string
				Values struct {
					StackTrace *struct {
						Frames []struct {
							Method struct {
								Type             struct{ Name string }
								Name, Descriptor string
							}
							LineNumber int
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(out, &printed); err != nil {
		t.Fatal(err)
	}
	b := newBuilder()
	for _, e := range printed.Recording.Events {
		if e.Values.StackTrace == nil {
			continue
		}
		var calls []Frame
		for _, f := range e.Values.StackTrace.Frames {
			calls = append(calls, Frame{Class: strings.ReplaceAll(f.Method.Type.Name, ".", "/"), Method: f.Method.Name, Desc: f.Method.Descriptor, Line: max(f.LineNumber, 0)})
		}
		if len(calls) > 0 && !waiting[calls[0].callee()] {
			period := 10.0 // milliseconds, which settings=profile asks for
			if e.Type == "jdk.NativeMethodSample" {
				period = 20
			}
			if err := b.add(calls, period, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, err := b.done()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBelow: of the samples of a call, those in which a method that it runs is on the stack.
func TestBelow(t *testing.T) {
	p, err := Read(t.Context(), os.Open, nil, written(t, []byte(`a/M.f:10;java/lang/String.matches:5;java/util/regex/Pattern.compile:9;java/util/regex/Pattern.<init>:2 30
a/M.f:10;java/lang/String.matches:5;java/util/regex/Matcher.matches:7 50
a/M.f:12;java/lang/String.split:5;java/util/regex/Pattern.compile:9 4
a/M.main:3;a/M.f:10;a/M.g:20;java/util/regex/Pattern.compile:9 16
`)))
	if err != nil {
		t.Fatal(err)
	}
	compile := Callee{"java/util/regex/Pattern", "compile"}
	s := p.Shares(under("a/"), compile)
	for _, c := range []struct {
		name   string
		lines  []int
		called string
		callee Callee
		want   float64
	}{
		{"f", []int{10}, "matches", compile, 0.3},
		{"f", []int{10, 12, 10}, "matches", compile, 0.3},
		{"f", []int{12}, "split", compile, 0.04},
		{"f", []int{10}, "g", compile, 0.16},
		{"g", []int{20}, "compile", compile, 0.16},
		{"main", []int{3}, "f", compile, 0.16},
		{"f", []int{10}, "matches", Callee{"java/util/regex/Matcher", "matches"}, 0}, // not asked for
		{"f", []int{11}, "matches", compile, 0},
		{"f", nil, "matches", compile, 0.3},
		{"f", nil, "", compile, 0.34}, // without what g does
	} {
		if got := s.Of("a/M", c.name, "()V", Place{Lines: c.lines, Call: c.called, Below: []Callee{c.callee}}); math.Abs(got.Here-c.want) > 1e-12 || math.Abs(got.Samples-100*c.want) > 1e-9 {
			t.Errorf("%s %v %s: got %+v, want %v", c.name, c.lines, c.called, got, c.want)
		}
	}
}

// TestSamplesOfDifferentTimes: a share is of the time, and samples are counted.
func TestSamplesOfDifferentTimes(t *testing.T) {
	b := newBuilder()
	for _, x := range []struct {
		method          string
		weight, samples int
	}{{"f", 20, 1}, {"f", 20, 1}, {"g", 10, 1}, {"g", 50, 5}} {
		if err := b.add([]Frame{{Class: "M", Method: x.method, Desc: "()V", Line: 3}}, float64(x.weight), int64(x.samples)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := b.done()
	if err != nil {
		t.Fatal(err)
	}
	s := p.Shares(under("M"))
	for method, want := range map[string]Share{
		"f": {Here: 0.4, Samples: 2, Method: 0.4, Visits: 2, Line: true},
		"g": {Here: 0.6, Samples: 6, Method: 0.6, Visits: 6, Line: true},
	} {
		if got := s.Of("M", method, "()V", Place{Lines: []int{3}}); got != want {
			t.Errorf("%s: got %+v, want %+v", method, got, want)
		}
	}
	if p.Samples != 8 {
		t.Errorf("%d samples", p.Samples)
	}
}

// TestSleeps: what only slept was seen, and takes nothing of the run.
func TestSleeps(t *testing.T) {
	p, err := Read(t.Context(), os.Open, nil, filepath.Join("testdata", "small.jfr"))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Shares(under("el6001"))
	const every10ms, every100ms = 18, 53
	sleeping, caught := s.Of("el6001/Polling", "sleeping", "()V", Place{Lines: []int{every10ms}}), s.Of("el6001/Polling", "caught", "(Ljava/util/concurrent/Future;)V", Place{Lines: []int{every100ms}})
	if sleeping.Sleeps != 117 || sleeping.Samples != 1 || sleeping.Visits != 118 {
		t.Errorf("sleeping: got %+v", sleeping)
	}
	if want := (Share{Sleeps: 19, Visits: 19, Line: true}); caught != want {
		t.Errorf("caught: got %+v, want %+v", caught, want)
	}
	if other := s.Of("el6001/Polling", "sleeping", "()V", Place{Lines: []int{99}}); other.Sleeps != 0 || other.Visits != 118 {
		t.Errorf("another line: got %+v", other)
	}
	if spinning := s.Of("el6001/Polling", "future", "(Ljava/util/concurrent/Future;)V", Place{Lines: []int{46}}); spinning.Samples != 93 || spinning.Sleeps != 0 {
		t.Errorf("spinning: got %+v", spinning)
	}
	if p.Samples != 94 || !p.TellsSleeps() || p.Tells("el6001/Polling", "caught", "(Ljava/util/concurrent/Future;)V") || !p.Tells("el6001/Polling", "future", "(Ljava/util/concurrent/Future;)V") {
		t.Errorf("%d samples, tells of sleeps %t", p.Samples, p.TellsSleeps())
	}
}

// TestLargeValues: of an array that is no stack and of a text that is no name, little is kept.
func TestLargeValues(t *testing.T) {
	c := &chunk{classes: map[int64]*class{1: {name: "int"}, 2: {name: "java.lang.String"}}}
	numbers := slices.Concat(number(100_000), bytes.Repeat([]byte{7}, 100_000))
	for passing, want := range map[bool]int{true: 0, false: maxDepth} {
		r := &reader{data: numbers, passing: passing}
		if v := c.fieldValue(r, field{class: 1, array: true}, 0); len(v.parts) != want || r.broken || r.at != len(numbers) {
			t.Errorf("passing %t: %d parts are kept, want %d; %d of %d bytes read, broken %t", passing, len(v.parts), want, r.at, len(numbers), r.broken)
		}
	}
	for _, n := range []int{10, maxText + 1} {
		r := &reader{data: slices.Concat([]byte{3}, number(n), bytes.Repeat([]byte{'x'}, n))}
		if v := c.fieldValue(r, field{class: 2}, 0); (len(v.text) == n) != (n <= maxText) || r.broken || r.at != len(r.data) {
			t.Errorf("a text of %d bytes: %d are kept, broken %t", n, len(v.text), r.broken)
		}
	}
	wide := element{name: "class", attributes: map[string]string{"name": "Wide"}}
	for range maxFields + 1 {
		wide.children = append(wide.children, element{name: "field", attributes: map[string]string{"class": "1"}})
	}
	if _, ok := wide.class(); ok {
		t.Errorf("a class of %d fields is read", maxFields+1)
	}
}

// TestPeriods: a sample stands for the time that the settings of the recording say.
func TestPeriods(t *testing.T) {
	setting := &class{fields: []field{{name: "id"}, {name: "name"}, {name: "value"}}}
	for _, test := range []struct {
		name   string
		values []string
		want   time.Duration
	}{
		{"period", []string{"20 ms"}, 20 * time.Millisecond},
		{"period", []string{"1 s", "10 ms", "20 ms"}, 10 * time.Millisecond}, // of several recordings the one that asks most often
		{"period", []string{"everyChunk"}, 0},
		{"period", []string{"-3 ms", "x", ""}, 0},
		{"threshold", []string{"20 ms"}, 0},
	} {
		c := &chunk{}
		periods := map[int64]time.Duration{}
		for _, v := range test.values {
			c.addPeriod(periods, setting, value{parts: []value{{number: 7}, {text: test.name}, {text: v}}})
		}
		if got := periods[7]; got != test.want {
			t.Errorf("%s %q: a sample stands for %v, want %v", test.name, test.values, got, test.want)
		}
	}
}

const busy = `import java.util.*;
public class Busy {
    static int count(List<String> names) {
        int n = 0;
        for (String s : names)
            if (names.contains(s + "x"))
                n++;
        return n;
    }
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 3000; i++) names.add("name" + i);
        for (int i = 0; i < 25; i++) count(names);
        System.gc();
    }
    static void never() {
        Runtime.getRuntime().availableProcessors();
    }
}
`

func TestShares(t *testing.T) {
	p, err := Read(t.Context(), os.Open, nil, written(t, []byte(`a/M.main:3;a/M.f:10;java/util/List.contains:5 40
a/M.main:3;a/M.f:10;a/M.g:20 20
a/M.main:3;a/M.f:12 10
a/M.main:3;a/M.f:15 5
a/M.main:3;a/M.f:10;a/M.f:10;a/M.f:11 5
a/N.unlined;java/util/List.contains 10
java/lang/Thread.run 10
`)))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Shares(under("a/"))
	if s.Covered != 0.9 {
		t.Errorf("covered %v", s.Covered)
	}
	share := func(here, method float64, line bool) Share {
		return Share{Here: here, Samples: 100 * here, Method: method, Line: line}
	}
	for _, c := range []struct {
		class, name string
		lines       []int
		called      string
		want        Share
	}{
		{"a/M", "f", []int{10}, "contains", share(0.4, 0.8, true)},
		{"a/M", "f", []int{10}, "g", share(0.2, 0.8, true)},
		{"a/M", "f", []int{10}, "f", share(0.05, 0.8, true)},   // called by itself
		{"a/M", "f", []int{12}, "size", share(0.1, 0.8, true)}, // compiled into the line
		{"a/N", "unlined", []int{7}, "contains", share(0.1, 0.1, false)},
		{"a/M", "f", []int{10}, "", share(0.8, 0.8, true)},  // the line with all that it calls, and the own instructions of 11 and 12
		{"a/M", "f", []int{15}, "", share(0.05, 0.8, true)}, // 12 is too far
		{"a/M", "f", []int{10, 10}, "", share(0.8, 0.8, true)},
		{"a/M", "f", []int{99}, "", share(0, 0.8, true)},
		{"a/M", "f", nil, "", share(0.6, 0.8, false)}, // without what g takes
		{"a/M", "g", []int{20}, "", share(0.2, 0.2, true)},
		{"a/M", "main", []int{3}, "", share(0.8, 0.8, true)},
		{"a/M", "main", []int{2}, "", share(0, 0.8, true)},
		{"a/N", "unlined", []int{7}, "", share(0.1, 0.1, false)},
		{"a/N", "other", []int{7}, "", Share{}},
		{"a/M", "f", nil, "contains", share(0.4, 0.8, false)},
		{"a/N", "unlined", []int{7}, "size", share(0, 0.1, false)},
		{"java/lang/Thread", "run", nil, "", Share{}},
	} {
		got := s.Of(c.class, c.name, "()V", Place{Lines: c.lines, Call: c.called})
		if math.Abs(got.Here-c.want.Here) > 1e-12 || math.Abs(got.Method-c.want.Method) > 1e-12 || math.Abs(got.Samples-c.want.Samples) > 1e-9 || got.Line != c.want.Line {
			t.Errorf("%s.%s %v: got %v, want %v", c.class, c.name, c.lines, got, c.want)
		}
	}
	if got := s.Of("a/M", "f", "()V", Place{Lines: []int{10}, Own: true}); math.Abs(got.Here-0.55) > 1e-12 { // without g and the call of itself
		t.Errorf("line 10 itself takes %v, want 0.55", got)
	}
	for called, want := range map[string]float64{"contains": 0.4, "g": 0, "f": 0} { // and the own instructions of line 10: none
		if got := s.Of("a/M", "f", "()V", Place{Lines: []int{10}, Call: called, Own: true}); math.Abs(got.Here-want) > 1e-12 {
			t.Errorf("libraries take %v of the calls of %s, want %v", got, called, want)
		}
	}
	for class, want := range map[string]bool{"a/M": true, "a/N": true, "a/O": false, "java/lang/Thread": false} {
		if got := s.Seen(class); got != want {
			t.Errorf("%s was seen: %t", class, got)
		}
	}
	for name, want := range map[string]bool{"f": true, "main": true, "none": false} {
		if got := p.Tells("a/M", name, "()V"); got != want {
			t.Errorf("tells of %s: %t", name, got)
		}
	}
	if p.Tells("a/N", "unlined", "()V") {
		t.Error("a method without lines is told of")
	}
}

// TestOverloads: descriptors tell overloads apart where the profile has them.
func TestOverloads(t *testing.T) {
	p, err := Read(t.Context(), os.Open, nil, written(t, []byte("a/M.f(I)V:3 30\na/M.f(J)V:9 70\n")))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Shares(under(""))
	for desc, want := range map[string]float64{"(I)V": 0.3, "(J)V": 0.7, "(D)V": 0, "": 1} {
		if got := s.Of("a/M", "f", desc, Place{}).Here; got != want {
			t.Errorf("%s: got %v, want %v", desc, got, want)
		}
	}
}

// TestInlined: samples in lines of inlined code count at the line of the call, once for a stack.
func TestInlined(t *testing.T) {
	p, err := Read(t.Context(), os.Open, nil, written(t, []byte("a/M.f:12 10\na/M.f:100 20\na/M.f:101;a/M.f:100;java/util/List.size 30\na/M.f:50 40\n")))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Shares(func(string) func(int) int {
		return func(line int) int {
			if line >= 100 {
				return 12
			}
			return line
		}
	})
	if got := s.Of("a/M", "f", "()V", Place{Lines: []int{12}}); math.Abs(got.Here-0.6) > 1e-12 {
		t.Errorf("line 12 takes %v, want 0.6", got)
	}
}

// TestShareLaws: a place takes no more than its method, a method no more than the run, and of all methods without lines the own
// parts are what the code under analysis takes.
func TestShareLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuilder()
		frame := rapid.Custom(func(t *rapid.T) Frame {
			return Frame{
				Class:  rapid.SampledFrom([]string{"a/A", "a/B", "java/L"}).Draw(t, "class"),
				Method: rapid.SampledFrom([]string{"f", "g"}).Draw(t, "method"), Line: rapid.IntRange(0, 6).Draw(t, "line"),
			}
		})
		for range rapid.IntRange(1, 12).Draw(t, "samples") {
			if err := b.add(rapid.SliceOfN(frame, 1, 6).Draw(t, "stack"), float64(rapid.IntRange(1, 9).Draw(t, "weight")), 1); err != nil {
				t.Fatal(err)
			}
		}
		p, err := b.done()
		if err != nil {
			t.Fatal(err)
		}
		s := p.Shares(under("a/"))
		own := 0.0
		for _, class := range []string{"a/A", "a/B"} {
			for _, name := range []string{"f", "g"} {
				whole := s.Of(class, name, "", Place{})
				own += whole.Here
				for line := range 8 {
					p := Place{Lines: []int{line, line + 1}, Call: rapid.SampledFrom([]string{"", "f"}).Draw(t, "call")}
					x := s.Of(class, name, "()V", p)
					if x.Here < 0 || x.Here > x.Method || x.Method > 1 || x.Method != whole.Method {
						t.Fatalf("%s.%s:%d takes %v, its method %v", class, name, line, x, whole)
					}
					p.Own = true
					if own := s.Of(class, name, "()V", p); own.Here > x.Here {
						t.Fatalf("%s.%s:%d takes %v, without what it calls %v", class, name, line, x, own)
					}
				}
			}
		}
		if math.Abs(own-s.Covered) > 1e-9 {
			t.Fatalf("the methods take %v, the code under analysis %v", own, s.Covered)
		}
	})
}

// TestTables: the JDK of this machine has the methods of the tables that are of its release.
func TestTables(t *testing.T) {
	tier.Slow(t, tier.JVM)
	for _, c := range []struct {
		table string
		read  map[Callee]bool
		form  string // of the methods
	}{{waitingTable, waiting, `\bnative\b.*`}, {onceTable, singly, `\bstatic\b.*`}} {
		testTable(t, c.table, c.read, c.form)
	}
}

func testTable(t *testing.T, table string, read map[Callee]bool, form string) {
	t.Helper()
	rows := map[string][][]string{} // by class
	n := 0
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) != 3 {
			t.Fatalf("%q: expected a class, a method and releases", line)
		}
		if !read[Callee{columns[0], columns[1]}] {
			t.Errorf("%q is not read", line)
		}
		rows[columns[0]] = append(rows[columns[0]], columns)
		n++
	}
	if n != len(read) || n == 0 {
		t.Errorf("%d rows, %d of them read", n, len(read))
	}
	version, err := exec.CommandContext(t.Context(), "javap", "-version").Output()
	if err != nil {
		t.Skipf("there is no javap on the PATH: %v", err)
	}
	release, _, _ := strings.Cut(strings.TrimSpace(string(version)), ".")
	args := []string{"-p", "--module", "java.base"}
	for class, all := range rows {
		if slices.ContainsFunc(all, func(r []string) bool { return slices.Contains(strings.Fields(r[2]), release) }) {
			args = append(args, strings.ReplaceAll(class, "/", "."))
		}
	}
	out, err := exec.CommandContext(t.Context(), "javap", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	classes := strings.Split(string(out), "\n}")
	for class, all := range rows {
		header := regexp.MustCompile(`\bclass ` + regexp.QuoteMeta(strings.ReplaceAll(class, "/", ".")) + `[ <]`)
		at := slices.IndexFunc(classes, header.MatchString)
		for _, r := range all {
			if slices.Contains(strings.Fields(r[2]), release) && (at < 0 || !regexp.MustCompile(form+`\b`+r[1]+`\(`).MatchString(classes[at])) {
				t.Errorf("JDK %s has no method %s.%s of the form of the table", release, class, r[1])
			}
		}
	}
}

// TestOnce: what an initializer does, and what linking does, is a part of the run and of no place, unless most of the run is below initializers.
func TestOnce(t *testing.T) {
	const link = "java/lang/invoke/MethodHandleNatives.linkCallSite:5"
	for _, c := range []struct {
		name, in      string
		here, covered float64
		tells         bool
	}{
		{"initializer further inside", "a/M.f:3;a/N.<clinit>:1;java/L.g:2 40\na/M.f:3;java/L.g:2 30\nb/B.run:1 30\n", 0.3, 0.7, true},
		{"initializer outside", "b/B.<clinit>:1;a/M.f:3 40\nb/B.run:1 60\n", 0, 0.4, false},
		{"linking", "a/M.f:3;" + link + " 40\na/M.f:3 10\nb/B.run:1 50\n", 0.1, 0.5, true},
		{"a bundle", "a/M.f:3;java/util/ResourceBundle.loadBundle:5;java/L.g:2 40\na/M.f:3 10\nb/B.run:1 50\n", 0.1, 0.5, true},
		{"a script", "b/B.<clinit>:1;a/M.f:3 60\nb/B.run:1 40\n", 0.6, 0.6, true},
	} {
		p, err := Read(t.Context(), os.Open, nil, written(t, []byte(c.in)))
		if err != nil {
			t.Fatal(err)
		}
		s := p.Shares(under("a/"))
		if got := s.Of("a/M", "f", "()V", Place{Lines: []int{3}}); math.Abs(got.Here-c.here) > 1e-12 || math.Abs(s.Covered-c.covered) > 1e-12 || p.Tells("a/M", "f", "()V") != c.tells {
			t.Errorf("%s: got %+v, covered %v, tells %t", c.name, got, s.Covered, p.Tells("a/M", "f", "()V"))
		}
	}
}

func FuzzRead(f *testing.F) {
	recording, err := os.ReadFile(filepath.Join("testdata", "small.jfr"))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(recording), "a/M.f;b.N.g(I)V:12_[j] 3\n", "x,1e308\ny,1e308", "\x1f\x8b\x08", "\n\x04\n\x02\x08\x01", "java.base@17/a.b 1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := newBuilder()
		if err := b.read(context.Background(), bufio.NewReader(bytes.NewReader(data))); err != nil {
			return
		}
		p, err := b.done()
		if err != nil {
			return
		}
		s := p.Shares(under(""))
		for _, x := range p.frames {
			if got := s.Of(x.Class, x.Method, x.Desc, Place{Lines: []int{x.Line}}); !(got.Here >= 0 && got.Here <= 1 && got.Method >= got.Here) {
				t.Fatalf("%v takes %v", x, got)
			}
		}
	})
}
