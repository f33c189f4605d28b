package snapshot

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// filled returns a snapshot in which every field is set; no two numbers are the same.
func filled() *Snapshot {
	n := 0
	var fill func(v reflect.Value, depth int)
	fill = func(v reflect.Value, depth int) {
		n++
		switch v.Kind() {
		case reflect.String:
			v.SetString(fmt.Sprint("text ", n))
		case reflect.Int, reflect.Int64:
			v.SetInt(int64(n * (1 - 2*(n%2))))
		case reflect.Float64:
			v.SetFloat(float64(n) / 3)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Map:
			v.Set(reflect.ValueOf(map[string]float64{"a": float64(n), "b": -0.5, fmt.Sprint(n): 1e300}))
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth)
		case reflect.Slice:
			if depth < 8 {
				v.Set(reflect.MakeSlice(v.Type(), 2, 2))
				fill(v.Index(0), depth+1)
				fill(v.Index(1), depth+1)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i), depth+1)
			}
		}
	}
	s := new(Snapshot)
	fill(reflect.ValueOf(s).Elem(), 0)
	s.Schema = Schema
	s.Methods[1].Loops = []result.Loop{}
	s.Methods[1].Calls = nil
	s.Methods[1].Worst.Upper = result.Joules(math.Inf(1))
	s.Methods[1].Best.Lower = result.Joules(math.Copysign(0, -1))
	return s
}

func packed(t testing.TB, s *Snapshot) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	s := filled()
	data := packed(t, s)
	if !IsSnapshot(data[:HeaderSize]) {
		t.Error("a snapshot is not recognised by its first bytes")
	}
	got, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, s) {
		t.Errorf("read %+v, want %+v", got, s)
	}
	if !bytes.Equal(packed(t, got), data) || !bytes.Equal(packed(t, filled()), data) {
		t.Error("the same snapshot does not give the same bytes")
	}
	s.Methods[0].Worst.Mean = result.Joules(math.NaN())
	if got, err := Read(packed(t, s)); err != nil || !math.IsNaN(float64(got.Methods[0].Worst.Mean)) {
		t.Errorf("NaN was read as %v (%v)", got.Methods[0].Worst.Mean, err)
	}
}

// unpacked returns what stands behind the first line of a file.
func unpacked(t testing.TB, data []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data[bytes.IndexByte(data, '\n')+1:]))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func repacked(raw []byte) []byte {
	var b bytes.Buffer
	b.WriteString(magic + version + "\n")
	z := gzip.NewWriter(&b)
	_, _ = z.Write(raw) // to memory: cannot fail
	_ = z.Close()
	return b.Bytes()
}

// A file of another version has fields that this one has not, and lacks some.
func TestOtherLayouts(t *testing.T) {
	s := filled()
	raw := string(unpacked(t, packed(t, s)))
	renamed := strings.Replace(raw, " Device:string", " Dewice:string", 1)
	renamed = strings.Replace(renamed, " Path:counts", " Bath:counts", 1)
	renamed = strings.Replace(renamed, " Own:", " Oun:", 1)
	if renamed == raw {
		t.Fatal("the layout has not the fields")
	}
	got, err := Read(repacked([]byte(renamed)))
	if err != nil {
		t.Fatal(err)
	}
	s.Settings.Device = ""
	for i := range s.Methods {
		s.Methods[i].Path, s.Methods[i].Own = nil, result.Expression{}
	}
	if !reflect.DeepEqual(got, s) {
		t.Errorf("read %+v, want %+v", got, s)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	good := packed(t, filled())
	for name, tc := range map[string]struct {
		data string
		want string
	}{
		"empty":                 {"", "not a snapshot"},
		"other file":            {"{\"schema\": 1}", "not a snapshot"},
		"later":                 {magic + "2\n" + string(good[len(magic)+2:]), `its format is "2", which this version of energylint does not know`},
		"header":                {magic, "damaged: make it again"},
		"no body":               {magic + version + "\n", "damaged: make it again"},
		"cut":                   {string(good[:len(good)/2]), "damaged: make it again"},
		"changed":               {string(good[:len(good)/2]) + "x" + string(good[len(good)/2+1:]), "damaged: make it again"},
		"no layout":             {string(repacked(nil)), "damaged: make it again"},
		"layout":                {string(repacked([]byte("\x05a:[]9"))), "description of itself is damaged: make it again"},
		"struct without fields": {string(repacked([]byte("\x08a:[]1\n\n\n\xff\xff\xff\x7f"))), "description of itself is damaged"},
	} {
		if _, err := Read([]byte(tc.data)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	for n := range len(good) {
		if _, err := Read(good[:n]); err == nil {
			t.Fatalf("the first %d bytes of %d are read", n, len(good))
		}
	}
}

// FuzzRead reads what stands behind the compression, which its checksum would refuse.
func FuzzRead(f *testing.F) {
	f.Add(unpacked(f, packed(f, filled())))
	f.Add(unpacked(f, packed(f, &Snapshot{Schema: Schema})))
	f.Add([]byte("\x05a:[]9"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := decode(string(raw))
		if err != nil {
			return
		}
		again, err := Read(packed(t, s))
		if err != nil || !bytes.Equal(packed(t, again), packed(t, s)) {
			t.Errorf("what was read cannot be written and read again: %v", err)
		}
	})
}
