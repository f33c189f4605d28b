package profile

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

//go:embed waiting.tsv
var waitingTable string

// waiting are the native methods in which a thread waits.
var waiting = func() map[Frame]bool {
	out := map[Frame]bool{}
	for line := range strings.Lines(waitingTable) {
		if columns := strings.Split(strings.TrimSpace(line), "\t"); len(columns) == 3 && !strings.HasPrefix(line, "#") {
			out[Frame{Class: columns[0], Method: columns[1]}] = true
		}
	}
	return out
}()

// events are the samples of a recording. Those of native methods count where the thread does not wait: the others are not of
// threads in native code, such as in a read from a file.
var events = []string{"jdk.ExecutionSample", "jdk.NativeMethodSample"}

// readRecording lets the JDK print the samples of a recording of its Flight Recorder.
func readRecording(ctx context.Context, file, jfr string) (*Profile, error) {
	if jfr == "" {
		return nil, errors.New("a recording of the Flight Recorder is read by the jfr command of a JDK, which was not found: set JAVA_HOME")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := exec.CommandContext(ctx, jfr, "print", "--json", "--stack-depth", fmt.Sprint(maxDepth), "--events", strings.Join(events, ","), file)
	var problems bytes.Buffer
	c.Stderr = &limited{&problems, 4 << 10}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("cannot run %s: %w", jfr, err)
	}
	p, err := readPrinted(out)
	if err != nil {
		cancel()
	}
	if failed := c.Wait(); failed != nil && (err == nil || problems.Len() > 0) && ctx.Err() == nil || problems.Len() > 0 && err != nil {
		text, _, _ := strings.Cut(strings.TrimSpace(problems.String()), "\n")
		return nil, fmt.Errorf("%s cannot print it: %s", jfr, strings.TrimPrefix(text, "jfr print: "))
	}
	return p, err
}

// limited writes no more than n bytes, and drops the rest.
type limited struct {
	w io.Writer
	n int
}

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.n)
	l.n -= n
	if _, err := l.w.Write(b[:n]); err != nil {
		return 0, err
	}
	return len(b), nil
}

// printed is an event as "jfr print --json" writes it.
type printed struct {
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

// readPrinted reads what "jfr print --json" writes, event by event.
func readPrinted(r io.Reader) (*Profile, error) {
	d := json.NewDecoder(r)
	for _, want := range []json.Token{json.Delim('{'), "recording", json.Delim('{'), "events", json.Delim('[')} {
		if t, err := d.Token(); err != nil || t != want {
			return nil, errors.New("it is not what jfr print --json writes")
		}
	}
	b := newBuilder()
	for d.More() {
		var e printed
		if err := d.Decode(&e); err != nil {
			return nil, fmt.Errorf("it is not what jfr print --json writes: %w", err)
		}
		if e.Values.StackTrace == nil || e.Type != events[0] && e.Type != events[1] {
			continue
		}
		calls := make([]Frame, 0, len(e.Values.StackTrace.Frames))
		for _, f := range e.Values.StackTrace.Frames {
			calls = append(calls, Frame{Class: strings.ReplaceAll(f.Method.Type.Name, ".", "/"), Method: f.Method.Name, Desc: f.Method.Descriptor, Line: max(f.LineNumber, 0)})
		}
		if len(calls) == 0 || waiting[Frame{Class: calls[0].Class, Method: calls[0].Method}] {
			continue
		}
		if err := b.add(calls, 1); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("it is not what jfr print --json writes: %w", err)
	}
	return b.done()
}
