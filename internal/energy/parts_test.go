package energy

import (
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// What a library model counts is of whole tiles. A model that prices pushes and stores apart adds them: all that there can
// be to a bound, what is usual to an expectation; one of whole statements adds nothing.
func TestPartsOfLibraryCosts(t *testing.T) {
	shipped, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	sizes := constants(func(int, absint.Measure) int64 { return 5 })
	cost := func(model string, m classfile.Member) (tiles, parts pattern.Counts, expected bool) {
		l, err := models.Load(model)
		if err != nil {
			t.Fatal(err)
		}
		c, ok := priced{model: l, l: shipped}.Cost(m, sizes)
		if !ok {
			t.Fatalf("%v has no price", m)
		}
		for _, x := range c.Terms {
			n, _ := x.Count.Int()
			tiles, parts = tiles.AddScaled(pattern.Single(x.Pattern, 1), float64(n)), parts.AddScaled(x.Parts, float64(n))
		}
		return tiles, parts, c.Expected
	}
	for _, m := range []classfile.Member{
		{Class: "java/lang/String", Name: "toString", Desc: "()Ljava/lang/String;"},
		{Class: "java/util/HashMap", Name: "get", Desc: "(Ljava/lang/Object;)Ljava/lang/Object;"},
	} {
		if _, parts, _ := cost("rpi5-nyholm", m); len(parts) != 0 {
			t.Errorf("%v: parts %v in a model of whole statements", m, parts)
		}
		tiles, parts, expected := cost("hotspot-xint-instructions", m)
		pushes, stores := 1.0, 1.0
		if expected {
			pushes, stores = pattern.TypicalPushes, pattern.TypicalStores
		}
		want := tiles.WithParts(pushes, stores).AddScaled(tiles, -1)
		if len(want) == 0 || len(parts.AddScaled(want, -1)) != 0 {
			t.Errorf("%v (expected case: %v): parts %v, want %v", m, expected, parts, want)
		}
	}
}
