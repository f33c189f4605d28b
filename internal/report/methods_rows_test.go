package report

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// Methods that are added in any order, by several goroutines, are written as a report that has them is.
func TestMethodRows(t *testing.T) {
	defer func(n int) { plainRows = n }(plainRows)
	for _, c := range []struct{ methods, classes, projects, plain int }{
		{0, 1, 1, 0}, {0, 1, 2, 0}, {1, 1, 1, 0}, {700, 3, 2, 1 << 17}, {700, 3, 2, 400_000}, {3000, 700, 1, 0}, {3000, 3, 1, 1 << 40},
	} {
		plainRows = c.plain
		want, got := sampleMethods(), sampleMethods()
		want.Methods, got.Methods = nil, nil
		var projects []*MethodRows
		for p := range c.projects {
			ms := manyMethods(c.methods, c.classes, p)
			projects = append(projects, rowsOf(ms))
			slices.SortStableFunc(ms, func(a, b result.Method) int {
				return cmp.Or(strings.Compare(a.Class, b.Class), cmp.Compare(a.Line, b.Line), strings.Compare(a.Name, b.Name), strings.Compare(a.Descriptor, b.Descriptor))
			})
			want.Methods = append(want.Methods, ms...)
		}
		packed := 0
		for _, x := range projects[0].rows {
			if x.packed {
				packed++
			}
		}
		few, some := c.plain <= 1<<17, packed > 0 && packed < c.methods // 700 methods take 620 kB: each beyond the limit packs one before it
		if few && packed != c.methods || c.plain == 400_000 && !some || c.plain == 1<<40 && packed > 0 {
			t.Errorf("%+v: %d methods are compressed", c, packed)
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
	}
}

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

func rowsOf(ms []result.Method) *MethodRows {
	rows := &MethodRows{}
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
	err := WriteMethods(&failingWriter{1 << 17}, "json", sampleMethods(), Options{Rows: []*MethodRows{rowsOf(manyMethods(2000, 10, 0))}})
	if err == nil || !strings.Contains(err.Error(), "no space") {
		t.Error(err)
	}
}
