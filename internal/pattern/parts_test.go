package pattern

import (
	"slices"
	"testing"
)

func TestParts(t *testing.T) {
	push := func(t Type, s Size) ID { return Of(OperandPush, t, s) }
	store := func(t Type) ID { return Of(ResultStore, t, Load) }
	for _, test := range []struct {
		id   ID
		want Counts
	}{
		{Of(Addition, Int, Load), Tally(push(Int, Load), push(Int, Load), store(Int))},
		{Of(LeftBitshift, Long, Constant), Tally(push(Long, Constant), push(Int, Constant), store(Long))},
		{Of(ArrayStore, Double, Bits64), Tally(push(Reference, Bits64), push(Int, Bits64), push(Double, Bits64))},
		{Of(I2b, Int, Load), Tally(push(Int, Load), store(Int))},
		{Of(D2l, Double, Load), Tally(push(Double, Load), store(Long))},
		{Of(IfLessNumeric, Int, Load), Tally(push(Int, Load))},
		{Of(IfLessNumeric, Float, Load), Tally(push(Float, Load), push(Float, Load))},
		{Of(StaticMethodCall, NoType, SizeReference), Tally(store(Int))},
		{Of(Throw, NoType, SizeReference), Tally(push(Reference, Load))},
		{Of(ElseBranch, Int, Load), nil},
		{Of(OperandPush, Int, Load), nil},
	} {
		if got := test.id.Parts(); !slices.Equal(got, test.want) {
			t.Errorf("%s absorbs %v, want %v", test.id, got, test.want)
		}
	}
}

func TestWithParts(t *testing.T) {
	add := Of(Addition, Int, Load)
	got := Single(add, 10).WithParts(0.5, 0.25)
	if got.Of(add) != 10 || got.Of(Of(OperandPush, Int, Load)) != 10 || got.Of(Of(ResultStore, Int, Load)) != 2.5 || len(got) != 3 {
		t.Errorf("got %v", got)
	}
}
