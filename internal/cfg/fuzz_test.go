package cfg

import (
	"testing"
)

// FuzzBuild feeds code bytes and an exception table, each entry 4 bytes, to everything that reads them: no panic,
// and whatever is accepted keeps the invariants.
func FuzzBuild(f *testing.F) {
	for _, text := range []string{
		"return",
		"loop: iload_0\nifeq end\niinc 0 1\ngoto loop\nend: return",
		"jsr s\nreturn\ns: astore_1\nret 1",
		"iload_0\ntableswitch a a b\na: return\nb: lload_0\nlconst_1\nlcmp\nifeq a\naconst_null\nathrow",
		"invokestatic\nldc 8\nnewarray 10\ndup2_x2\nreturn",
	} {
		data, err := assemble(text)
		if err != nil {
			f.Fatal(err)
		}
		code, err := parseMethod(data)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(code.Bytes, []byte{0, 1, 0, 0, 0, 2, 0, 1})
	}
	f.Fuzz(func(t *testing.T, code, table []byte) {
		if len(code) > 2000 || len(table) > 400 {
			return
		}
		var handlers [][4]int
		for ; len(table) >= 4; table = table[4:] {
			h := [4]int{int(table[0]), int(table[1]), int(table[2]), 0}
			if table[3]%3 != 0 {
				h[3] = 11 + int(table[3]%3)
			}
			handlers = append(handlers, h)
		}
		c, err := parseMethod(classBytes(code, handlers, []string{"A", "B"}))
		if err != nil {
			return
		}
		g, err := Build(c)
		if err != nil {
			return
		}
		if err := Check(g); err != nil {
			t.Fatal(err)
		}
		if err := checkTilings(g); err != nil {
			t.Fatal(err)
		}
		if len(g.Blocks) <= maxNaive {
			if err := compareLoops(g); err != nil {
				t.Fatal(err)
			}
			if err := comparePostDominators(g); err != nil {
				t.Fatal(err)
			}
		}
	})
}
