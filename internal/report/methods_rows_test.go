package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// Methods that are added in any order, by several goroutines, are written as a report that has them is: from memory, from a file of
// which a part is written, and where the file cannot be made or is full.
func TestMethodRows(t *testing.T) {
	defer func(n int) { plainRows = n }(plainRows)
	for _, c := range []struct {
		methods, classes, projects, plain int
		room                              rowRoom
	}{
		{0, 1, 1, 0, roomForAll}, {0, 1, 2, 0, roomForAll}, {1, 1, 1, 0, roomForAll}, {700, 3, 2, 1 << 17, roomForAll}, {700, 3, 2, 400_000, roomForAll},
		{3000, 700, 1, 0, roomForAll}, {3000, 3, 1, 1 << 40, roomForAll}, {3000, 3, 1, 400_000, noRoom}, {3000, 3, 2, 0, noRoom}, {3000, 3, 1, 0, roomForSome},
	} {
		plainRows = c.plain
		temp := t.TempDir()
		if c.room == noRoom {
			temp = filepath.Join(temp, "missing")
		}
		t.Setenv("TMPDIR", temp)
		t.Setenv("TMP", temp) // of Windows
		want, got := sampleMethods(), sampleMethods()
		want.Methods, got.Methods = nil, nil
		var projects []*MethodRows
		for p := range c.projects {
			ms := manyMethods(c.methods, c.classes, p)
			rows := rowsOf(ms, c.room)
			t.Cleanup(func() {
				if err := rows.Close(); err != nil {
					t.Error(err)
				}
			})
			projects = append(projects, rows)
			slices.SortStableFunc(ms, func(a, b result.Method) int {
				return cmp.Or(strings.Compare(a.Class, b.Class), cmp.Compare(a.Line, b.Line), strings.Compare(a.Name, b.Name), strings.Compare(a.Descriptor, b.Descriptor))
			})
			want.Methods = append(want.Methods, ms...)
		}
		var filed, packed, plain int
		for _, x := range projects[0].rows {
			switch {
			case x.spill != nil:
				filed++
			case x.packed:
				packed++
			default:
				plain++
			}
		}
		if c.plain == 0 && plain > 0 || c.plain > 1<<17 && plain == 0 || c.plain == 1<<40 && plain != c.methods ||
			(packed > 0) != (c.room != roomForAll) || (filed > 0) != (c.room != noRoom && c.methods > 0 && c.plain < 1<<40) {
			t.Errorf("%+v: %d methods are in memory, %d compressed, %d in a file", c, plain, packed, filed)
		}
		var in, out bytes.Buffer
		if err := WriteMethods(&in, "json", want, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := WriteMethods(&out, "json", got, Options{Rows: projects}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(in.Bytes(), out.Bytes()) {
			t.Errorf("%+v: got\n%.2000s\nwant\n%.2000s", c, out.String(), in.String())
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 && runtime.GOOS != "windows" {
			t.Errorf("%+v: %s has a name", c, left[0].Name())
		}
	}
}

// fullFile is a file on a device that has no space left.
type fullFile struct{ temporary }

func (fullFile) WriteAt([]byte, int64) (int, error) { return 0, errors.New("no space") }

// rowRoom is the room that the temporary file of rows has.
type rowRoom int

const (
	roomForAll rowRoom = iota
	roomForSome
	noRoom
)

// manyMethods returns methods of classes in no order, some at the same place.
func manyMethods(n, classes, project int) []result.Method {
	random := rand.New(rand.NewPCG(uint64(n), uint64(project)))
	ms := make([]result.Method, n)
	for i := range ms {
		ms[i] = result.Method{
			Class: fmt.Sprintf("a/C%d", random.IntN(classes)), Name: fmt.Sprintf("m%d", random.IntN(3)), Descriptor: fmt.Sprintf("(%s)V", strings.Repeat("I", random.IntN(3))),
			Line: random.IntN(10), Formula: fmt.Sprintf("%d nJ", random.Uint64()), Reasons: []string{fmt.Sprintf("reason %d", random.Uint64())}, Expression: sampleExpression(),
		}
	}
	return ms
}

func rowsOf(ms []result.Method, room rowRoom) *MethodRows {
	rows := &MethodRows{}
	if room == roomForSome {
		rows.Add(len(ms)-1, &ms[len(ms)-1])
		ms = ms[:len(ms)-1]
		rows.spill.add(make([]byte, writtenRows)) // is written
		rows.spill.file = fullFile{rows.spill.file}
	}
	var wg sync.WaitGroup
	for k := range 3 {
		wg.Go(func() {
			for i := len(ms) - 1 - k; i >= 0; i -= 3 {
				rows.Add(i, &ms[i])
			}
		})
	}
	wg.Wait()
	return rows
}

func TestMethodRowsFail(t *testing.T) {
	err := WriteMethods(&failingWriter{1 << 17}, "json", sampleMethods(), Options{Rows: []*MethodRows{rowsOf(manyMethods(2000, 10, 0), roomForAll)}})
	if err == nil || !strings.Contains(err.Error(), "no space") {
		t.Error(err)
	}
}
