package profile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/energylint/energylint/internal/files"
)

// maxSize is of a file that is read at once, and maxLine of a line.
const (
	maxSize = 512 << 20
	maxLine = 4 << 20
)

// kind is what a file of samples is.
type kind string

const (
	recording kind = "a recording of the Flight Recorder"
	pprofFile kind = "a profile of pprof"
	textFile  kind = "a text of stacks"
)

// Read reads files of samples, which open opens and which may be pipes, and adds them up. What is wrong with one of them is an fs.PathError;
// files.Reason says it. Read fails with it, unless goOn reports true: then what could be read of the file counts. A nil goOn never does.
func Read(ctx context.Context, open func(name string) (*os.File, error), goOn func(*fs.PathError) bool, names ...string) (*Profile, error) {
	b := newBuilder()
	for i, name := range names {
		b.file, b.build = i, nil
		err := b.addFile(ctx, open, name)
		if err == nil {
			continue
		}
		failed := (*fs.PathError)(nil)
		if !errors.As(err, &failed) {
			failed = &fs.PathError{Op: "read", Path: name, Err: err}
		}
		if ctx.Err() != nil || goOn == nil || !goOn(failed) {
			return nil, failed
		}
	}
	return b.done()
}

// addFile adds the samples of a file.
func (b *builder) addFile(ctx context.Context, open func(name string) (*os.File, error), name string) error {
	f, err := open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return files.ErrNotRegular
	}
	err = b.read(ctx, bufio.NewReader(f))
	if errors.Is(err, errEmpty) && filepath.Ext(name) == ".jfr" {
		return fmt.Errorf("%w: a JVM writes its recording when it ends, or when jcmd PID JFR.dump asks for it", errEmpty)
	}
	return err
}

var errEmpty = errors.New("it is empty")

// read adds the samples of a file, whose kind its beginning tells.
func (b *builder) read(ctx context.Context, r *bufio.Reader) error {
	head, err := r.Peek(4)
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return errEmpty
	case len(head) == 0:
		return err
	}
	k := kindOf(head)
	if len(b.profile.stacks) == 0 { // none yet that gave samples
		b.kind = k
	}
	if k != b.kind {
		return fmt.Errorf("it is %s, and the first is %s, whose samples count something else: give files of one kind", k, b.kind)
	}
	switch {
	case k == recording:
		data, err := readAll(r)
		if err != nil {
			return err
		}
		return b.readRecording(data)
	case k == textFile:
		return b.readCollapsed(ctx, r)
	case head[0] == gzipped:
		z, err := gzip.NewReader(r)
		if err != nil {
			return fmt.Errorf("it cannot be decompressed: %w", err)
		}
		inner := bufio.NewReader(z)
		if head, _ := inner.Peek(len(magic)); string(head) == magic {
			return errors.New("it is a compressed recording of the Flight Recorder: gunzip it")
		}
		return b.readPprof(inner)
	}
	return b.readPprof(r)
}

// gzipped is how a compressed file begins.
const gzipped = 0x1f

// kindOf tells what a file is by how it begins.
func kindOf(head []byte) kind {
	switch {
	case string(head) == magic:
		return recording
	case head[0] == gzipped, head[0] == 0x0a && !bytes.HasPrefix(head, []byte("\n\n")):
		return pprofFile
	}
	return textFile
}

// readAll reads a file that is not read line by line.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	if len(data) > maxSize {
		return nil, errTooLarge
	}
	return data, nil
}

// readCollapsed reads a stack and a number per line: "a;b;c 12" with the innermost call last (async-profiler, flame graph
// scripts), or "a;b;c,1.25" (JoularJX).
func (b *builder) readCollapsed(ctx context.Context, r io.Reader) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxLine)
	number := 0
	for sc.Scan() {
		number++
		if number%10_000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := strings.TrimSpace(sc.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		calls, weight, ok := collapsed(line)
		if !ok && line[0] == '<' {
			return errors.New("it is HTML or XML, such as a picture of a flame graph: record what it is drawn from (asprof -o collapsed, or -f run.jfr)")
		}
		if !ok {
			return fmt.Errorf("line %d: expected calls and a number, as in com.acme.Main.main;com.acme.Codec.encode 12", number)
		}
		samples := int64(0)
		if weight == math.Trunc(weight) && weight <= math.MaxInt32 {
			samples = int64(weight)
		}
		if err := b.add(calls, weight, samples); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// collapsed reads one line: its calls, the innermost first, and their weight.
func collapsed(line string) (calls []Frame, weight float64, ok bool) {
	i := strings.LastIndexAny(line, " ,\t")
	if i <= 0 {
		return nil, 0, false
	}
	weight, err := strconv.ParseFloat(line[i+1:], 64)
	if err != nil {
		return nil, 0, false
	}
	names := strings.Split(strings.TrimRight(line[:i], " \t"), ";")
	for i := len(names) - 1; i >= 0; i-- {
		calls = append(calls, frameOf(names[i]))
	}
	return calls, weight, true
}

// readPprof reads a profile of pprof, which async-profiler's converter, Pyroscope and others write. Its default sample type
// counts.
func (b *builder) readPprof(r io.Reader) error {
	data, err := readAll(r)
	if err != nil {
		return err
	}
	p, err := profile.ParseUncompressed(data)
	if err == nil {
		err = p.CheckValid()
	}
	if err != nil {
		return fmt.Errorf("it is no profile of pprof: %w", err)
	}
	at, err := p.SampleIndexByName("")
	if err != nil {
		return fmt.Errorf("it has no sample type: %w", err)
	}
	counted := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Unit == "count" && t.Type == "samples" })
	for _, s := range p.Sample {
		if at >= len(s.Value) {
			continue
		}
		var calls []Frame
		for _, l := range s.Location {
			for _, x := range l.Line { // the innermost of what is inlined first
				f := Frame{}
				if x.Function != nil {
					f = frameOf(x.Function.Name)
				}
				if x.Line > 0 && x.Line <= 1<<16 {
					f.Line = int(x.Line)
				}
				calls = append(calls, f)
			}
		}
		samples := int64(0)
		if counted >= 0 && counted < len(s.Value) {
			samples = s.Value[counted]
		}
		if err := b.add(calls, float64(s.Value[at]), samples); err != nil {
			return err
		}
	}
	return nil
}
