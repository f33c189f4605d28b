package archive

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// samples are inputs that make every kind of block and match.
func samples() map[string][]byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 100_000)
	skewed := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(rnd.Uint32())
		skewed[i] = byte(rnd.ExpFloat64() * 12) // long codes for the rare bytes
	}
	far := bytes.Clone(noise[:32_768])
	far = append(far, noise[:300]...) // the largest distance
	return map[string][]byte{
		"empty": {}, "one": {7}, "zeros": make([]byte, 100_000), "noise": noise, "skewed": skewed, "far": far,
		"text": []byte(strings.Repeat("public static void main; ", 999)), "short": []byte("abcabcabcabd"),
	}
}

func compress(t testing.TB, level int, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b[:len(b)/2]); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil { // an empty stored block, and more than one block
		t.Fatal(err)
	}
	if _, err := w.Write(b[len(b)/2:]); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestInflate(t *testing.T) {
	for name, want := range samples() {
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			src := compress(t, level, want)
			got := make([]byte, len(want))
			if err := Inflate(got, src); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, level %d: error %v, equal %v", name, level, err, bytes.Equal(got, want))
			}
			if err := Inflate(make([]byte, len(want)+1), src); !errors.Is(err, errShort) {
				t.Errorf("%s, level %d, a byte more declared: error %v", name, level, err)
			}
			if len(want) == 0 {
				continue
			}
			if err := Inflate(make([]byte, len(want)-1), src); !errors.Is(err, errLong) {
				t.Errorf("%s, level %d, a byte less declared: error %v", name, level, err)
			}
			for _, n := range []int{0, 1, 2, len(src) / 2, len(src) - 1} {
				if err := Inflate(got, src[:n]); err == nil {
					t.Errorf("%s, level %d: the first %d of %d bytes are accepted", name, level, n, len(src))
				}
			}
		}
	}
}

func TestInflateMalformed(t *testing.T) {
	for name, src := range map[string][]byte{
		"block of type 3":           {0x07},
		"stored with wrong check":   {0x01, 1, 0, 0, 0, 0},
		"distance before the start": {0x4B, 0x04, 0x12, 0x00}, // a literal, then a match farther back
		"too many lengths":          {0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF},
		"no code for lengths":       append([]byte{0x05, 0xC0}, make([]byte, 40)...),
	} {
		if err := Inflate(make([]byte, 1000), src); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzInflate compares with the standard library.
func FuzzInflate(f *testing.F) {
	for _, b := range samples() {
		f.Add(compress(f, flate.BestCompression, b[:min(len(b), 2000)]))
		f.Add(compress(f, flate.HuffmanOnly, b[:min(len(b), 500)]))
	}
	f.Add([]byte{0x4B, 0x04, 0x00})
	f.Fuzz(func(t *testing.T, src []byte) {
		const most = 1 << 20
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(src)), most))
		if len(want) == most {
			return
		}
		got := make([]byte, len(want))
		err := Inflate(got, src)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("error %v, the standard library's is %v", err, wantErr)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Fatal("another result than the standard library")
		}
	})
}
