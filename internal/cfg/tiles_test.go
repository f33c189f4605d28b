package cfg

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

func parseFixture(t testing.TB, path string) *classfile.Class {
	t.Helper()
	data, err := os.ReadFile("../../testdata/fixtures/" + path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tileLines prints a tiling, one tile a line: the mnemonics of its instructions, the root's in brackets unless it
// is alone, and its patterns.
func tileLines(g *Graph, t *Tiling) string {
	var s strings.Builder
	for i, k := range t.Tiles {
		pcs := t.PCs(i)
		for j, pc := range pcs {
			if j > 0 {
				s.WriteByte(' ')
			}
			op := g.Code.Op(int(pc)).String()
			if pc == k.Root && len(pcs) > 1 {
				op = "[" + op + "]"
			}
			s.WriteString(op)
		}
		s.WriteString(" =")
		for j, p := range t.Patterns(i) {
			if j > 0 {
				s.WriteString(" +")
			}
			if p.N != 1 {
				fmt.Fprintf(&s, " %g *", p.N)
			}
			fmt.Fprintf(&s, " %v", p.ID)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// TestTiles compares the tiles of the fixture with those written down, method by method, from the paper's table.
func TestTiles(t *testing.T) {
	data, err := os.ReadFile("testdata/tiles.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for section := range strings.SplitSeq(strings.TrimPrefix(string(data), "-- "), "\n-- ") {
		name, lines, _ := strings.Cut(section, " --\n")
		want[name] = strings.TrimSuffix(lines, "\n") + "\n"
	}
	c := parseFixture(t, "cfg/classes/Tiles.class")
	for i := range c.Methods {
		m := &c.Methods[i]
		t.Run(m.Name, func(t *testing.T) {
			g, tiles := tileMethod(t, m)
			if got := tileLines(g, tiles); got != want[m.Name] {
				t.Errorf("got\n%swant\n%s", got, want[m.Name])
			}
		})
	}
	if len(want) != len(c.Methods) {
		t.Errorf("%d methods are described, the class has %d", len(want), len(c.Methods))
	}
}

func tileMethod(t testing.TB, m *classfile.Method) (*Graph, *Tiling) {
	t.Helper()
	code, err := m.Code()
	if err != nil {
		t.Fatal(err)
	}
	g, err := Build(code)
	if err != nil {
		t.Fatal(err)
	}
	tiles, err := Tile(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckTiling(g, tiles); err != nil {
		t.Fatal(err)
	}
	parts, err := TileParts(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckTiling(g, parts); err != nil {
		t.Fatal(err)
	}
	return g, tiles
}

// TestParts has tiles with their parts: every push and store counts by its type and size, whatever tile it is in.
func TestParts(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"statement", "iload_0\niconst_1\niadd\nistore_1\nreturn",
			"iload_0 iconst_1 [iadd] istore_1 = Addition, int, Load + Operand push, int, Constant + Operand push, int, Load + Result store, int, Load\n"},
		{"operand of another tile", "iload_0\nldc 8\niadd\niload_0\nimul\nistore_0\nreturn",
			"iload_0 ldc [iadd] = Addition, int, 32-bit + Operand push, int, Load + Operand push, int, 32-bit\n" +
				"iload_0 [imul] istore_0 = Multiplication, int, Load + Operand push, int, Load + Result store, int, Load\n"},
		{"declaration", "iconst_0\nistore_0\nreturn", "iconst_0 [istore_0] = Variable declaration, int, Constant + Operand push, int, Constant\n"},
		{"a push alone", "iload_0\npop\nreturn", "iload_0 = Lone load, int, Load\n"},
		{"condition", "lload_0\nlload_2\nlcmp\nifeq a\na: return", "lload_0 lload_2 lcmp [ifeq] = if equal (numerical data types), long, Load + 2 * Operand push, long, Load\n"},
		{"dup", "iload_0\ndup\nimul\nireturn", "iload_0 [imul] = Multiplication, int, Load + Operand push, int, Load\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := build(t, test.code)
			if err != nil {
				t.Fatal(err)
			}
			tiles, err := TileParts(g)
			if err != nil {
				t.Fatal(err)
			}
			if err := CheckTiling(g, tiles); err != nil {
				t.Error(err)
			}
			if got := tileLines(g, tiles); !strings.Contains(got, test.want) {
				t.Errorf("got\n%swant in it\n%s", got, test.want)
			}
		})
	}
}

func TestAllocations(t *testing.T) {
	c := parseFixture(t, "cfg/classes/Tiles.class")
	for i := range c.Methods {
		if c.Methods[i].Name != "allocations" {
			continue
		}
		_, tiles := tileMethod(t, &c.Methods[i])
		want := []Allocation{
			{PC: 1, Dimensions: 1, Leaf: pattern.Int, LeafBytes: 4, Size: pattern.Load, Length: -1},
			{PC: 5, Dimensions: 1, Leaf: pattern.Reference, LeafBytes: 4, Size: pattern.Constant, Length: 4},
			{PC: 11, Dimensions: 1, Leaf: pattern.Long, LeafBytes: 8, Size: pattern.Constant, Length: 100},
			{PC: 16, Dimensions: 2, Leaf: pattern.Int, LeafBytes: 4, Size: pattern.Load, Length: -1},
		}
		if !slices.Equal(tiles.Allocations, want) {
			t.Errorf("got %+v", tiles.Allocations)
		}
		if y, n := want[3].Level(0); y != pattern.Reference || n != ReferenceBytes {
			t.Errorf("the outer arrays have %v elements of %d bytes", y, n)
		}
		return
	}
	t.Error("the method is missing")
}

// TestStackShuffles has every shuffling instruction, some beyond what the block pushed.
func TestStackShuffles(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"swap", "iload_0\niconst_1\nswap\nisub\nistore_1\nreturn", "iload_0 iconst_1 [isub] istore_1 = Subtraction, int, Load\n"},
		{"dup of a pool constant", "ldc 8\ndup\nimul\nireturn", "ldc [imul] = Multiplication, int, 32-bit\n"},
		{"dup_x1", "iload_0\niconst_1\ndup_x1\niadd\nistore_1\nistore_2\nreturn", "iload_0 iconst_1 [iadd] istore_1 = Addition, int, Load\n"},
		{"dup_x2", "iload_0\niload_1\niconst_1\ndup_x2\npop2\nistore_1\nireturn", "iload_0 [istore_1] = Variable declaration, int, Load\n"},
		{"dup2 of a long", "lload_0\ndup2\nladd\nlreturn", "lload_0 [ladd] = Addition, long, Load\n"},
		{"dup2_x1", "iload_0\nlconst_1\ndup2_x1\npop2\npop\nlreturn", "lconst_1 [lreturn] = return statement, long, Constant\n"},
		{"dup2_x2", "lload_0\nlconst_1\ndup2_x2\nladd\nlstore_0\nlreturn", "lload_0 lconst_1 [ladd] lstore_0 = Addition, long, Load\n"},
		{"popped push", "iload_0\npop\nreturn", "iload_0 = Lone load, int, Load\n"},
		{"what another block left", "iload_0\nifeq a\nnop\na: dup2_x2\npop2\nlstore_1\nreturn", "lstore_1 = Variable declaration, long, Load\n"},
		{"comparison as a value", "lload_0\nlload_2\nlcmp\nireturn", "lload_0 lload_2 [lcmp] = comparison used as a value, long, Load\n"},
		{"copied comparison", "lload_0\nlload_2\nlcmp\ndup\nifeq a\na: ireturn", "lload_0 lload_2 [lcmp] = comparison used as a value, long, Load\n"},
		{"complement by pool constant", "ldc 8\niload_0\nixor\nireturn", "ldc iload_0 [ixor] = Bit complement, int, Load\n"},
		{"subroutine", "jsr s\nreturn\ns: astore_0\nret 0", "jsr = Subroutine, int, Load\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := build(t, test.code)
			if err != nil {
				t.Fatal(err)
			}
			tiles, err := Tile(g)
			if err != nil {
				t.Fatal(err)
			}
			if got := tileLines(g, tiles); !strings.Contains(got, test.want) {
				t.Errorf("got\n%swant in it\n%s", got, test.want)
			}
		})
	}
}
