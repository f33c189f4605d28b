package calibrate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/atomicfile"
)

// openJournal reads the readings of incomplete replicates.
func (out *output) openJournal(id string) error {
	path := JournalOf(out.path)
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// A line that was cut short, when the program was stopped or the disk was full, is measured again.
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if len(whole) == 0 {
		return atomicfile.Write(path, []byte(id+"\n"))
	}
	if len(whole) < len(data) {
		if err := atomicfile.Write(path, whole); err != nil {
			return err
		}
	}
	line := 0
	for text := range strings.Lines(string(whole)) {
		text = strings.TrimSuffix(text, "\n")
		if line++; line == 1 {
			if text != id {
				return fmt.Errorf("%s is of another calibration (%s); finish that, or remove the file", path, strings.ReplaceAll(strings.TrimPrefix(text, "# "), "\t", ", "))
			}
			continue
		}
		if f := strings.Split(text, "\t"); len(f) == 7 && f[6] == "." {
			n, err1 := strconv.Atoi(f[2])
			x, err2 := strconv.ParseFloat(f[3], 64)
			begin, err3 := strconv.ParseInt(f[4], 10, 64)
			end, err4 := strconv.ParseInt(f[5], 10, 64)
			if err := errors.Join(err1, err2, err3, err4); err != nil || n <= 0 {
				return fmt.Errorf("%s:%d: not as it was written: %w", path, line, err)
			}
			out.journal[f[0]+"\t"+f[1]] = measurement{n, x, time.Unix(0, begin), time.Unix(0, end)}
		}
	}
	return nil
}

// note adds a reading to the journal.
func (out *output) note(r int, name string, m measurement) error {
	k := strconv.Itoa(r) + "\t" + name
	out.journal[k] = m
	return appendTo(JournalOf(out.path), fmt.Sprintf("%s\t%d\t%v\t%d\t%d\t.\n", k, m.iterations, m.reading, m.begin.UnixNano(), m.end.UnixNano()))
}

// appendTo adds text to a file that is there.
func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func (out *output) removeJournal() error { return os.Remove(JournalOf(out.path)) }
