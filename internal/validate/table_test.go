package validate

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestReadIsTheInverseOfWrite(t *testing.T) {
	r := &Recorded{Unit: "instruction", Meter: "valgrind", JVM: "17, -Xint: quiet", List: []Measurement{{Case{"Sieve", 2000}, 123456}, {Case{"MatrixInt", 8}, 0.25}}}
	got, err := Read(bytes.NewReader(r.Write()))
	if err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReadErrors(t *testing.T) {
	const head = "program\tsize\tmeasured_J\n"
	for _, c := range []struct{ text, want string }{
		{"", "no measurements"},
		{head, "no measurements"},
		{"program\tsize\n", "line 1: 2 fields"},
		{"program\tsize\tmeasured_\n", "line 1: the header is"},
		{"name\tsize\tmeasured_J\n", "line 1: the header is"},
		{head + "Sieve\tmany\t1\n", "line 2: "},
		{head + "Sieve\t2000\t-1\n", "line 2: "},
		{head + "Sieve\t2000\tNaN\n", "line 2: "},
		{head + "Sieve\t1\t1\n", "line 2: Sieve 1 is no program"},
		{head + "Sieve\t2000\t1\nSieve\t2000\t1\n", "line 3: Sieve 2000 is no program"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("# meter: x\nprogram\tsize\tmeasured_J\nSieve\t2000\t1\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(strings.NewReader(text))
		if err == nil && len(r.List) == 0 {
			t.Error("no measurements and no error")
		}
	})
}
