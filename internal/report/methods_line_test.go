package report

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// A method is written as encoding/json writes it, whatever its fields are.
func TestMethodLine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	escaped, null := 0, 0
	for range 2000 {
		var m result.Method
		fill(random, reflect.ValueOf(&m).Elem(), 0)
		var want bytes.Buffer
		if err := encodeValue(&want, &m, "", ""); err != nil {
			t.Fatal(err)
		}
		got, err := new(line).row(&m)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want.String() {
			t.Fatalf("got\n%s\nwant\n%s", got, want.String())
		}
		escaped += strings.Count(want.String(), `\`)
		null += strings.Count(want.String(), "null")
	}
	if escaped == 0 || null == 0 {
		t.Errorf("%d escapes and %d nulls: the methods are too simple", escaped, null)
	}
}

// fill sets a value and all that is in it. Lists are nil, empty or short, numbers in all forms of JSON.
func fill(random *rand.Rand, v reflect.Value, depth int) {
	texts := []string{"", "a", "acme/Codec", `say "no"`, `\`, "é", "<b>&", "\u2028", "\x7f", "\xff", "##[error]", "tab\t", "n * 4 <= 10"}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(random, v.Field(i), depth+1)
		}
	case reflect.Pointer:
		if random.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(random, v.Elem(), depth+1)
		}
	case reflect.Slice:
		if n := random.IntN(4) - 1; n >= 0 && depth < 12 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(random, v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range random.IntN(3) {
			v.SetMapIndex(reflect.ValueOf(texts[random.IntN(len(texts))]), reflect.ValueOf(random.NormFloat64()))
		}
	case reflect.String:
		v.SetString(texts[random.IntN(len(texts))])
	case reflect.Int, reflect.Int64:
		v.SetInt(random.Int64N(5) - 2)
	case reflect.Float64:
		v.SetFloat([]float64{0, math.NaN(), math.Inf(1), 1e-9, 1e30, 3, random.Float64()}[random.IntN(7)])
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	default:
		panic(v.Kind())
	}
}
