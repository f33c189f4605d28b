package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestBigShift compares the bounds of loops that shift or divide numbers of any size with counts by hand. internal/metering runs the
// methods of testdata/fixtures/bigintegers.
func TestBigShift(t *testing.T) {
	const (
		endless = "a shift to the right leaves as they are"
		notLess = "its exit test also holds for 0 or for negative numbers"
		other   = "an iteration may do something else to"
	)
	for topic, loops := range map[string]map[string]struct{ bound, why string }{
		"bigintegers": {
			"Bits.threes":     {bound: "ceil(n.bitLength() / 3)"},
			"Bits.parameter":  {bound: "n.bitLength()"},
			"Bits.bottom":     {bound: "floor((n.bitLength() - 1) / 2)"},
			"Bits.assigned":   {bound: "floor((n.bitLength() - 1) / 4)"},
			"Bits.either":     {bound: "ceil(n.bitLength() / 2)"},
			"Bits.compared":   {bound: "ceil(n.bitLength() / 3)"},
			"Bits.atLeastOne": {bound: "ceil(n.bitLength() / 3)"},
			"Bits.words":      {bound: "floor(n.bitLength() / 32)"},
			"Bits.anySign":    {bound: "ceil(n.bitLength() / 7)"},
			"Bits.masked":     {bound: "ceil(n.bitLength() / 2)"},
			"Bits.chosen":     {bound: "ceil((a value).bitLength() / 3)"},

			"Bits.notZero":          {why: endless},
			"Bits.notEqual":         {why: "not tracked between iterations"},
			"Bits.atLeastZero":      {why: endless},
			"Bits.comparedWithZero": {why: endless},
			"Bits.fewBits":          {why: endless},
			"Bits.left":             {why: other},
			"Bits.byZero":           {why: other},
			"Bits.by":               {why: other},
			"Bits.sometimes":        {why: other},
			"Bits.backAndForth":     {why: other},
			"Bits.adds":             {why: other},
			"Bits.another":          {why: other},
			"Bits.inner":            {why: other},

			"Quotients.tens":       {bound: "ceil(n.bitLength() / 3)"},
			"Quotients.twos":       {bound: "n.bitLength()"},
			"Quotients.threes":     {bound: "n.bitLength()"},
			"Quotients.sixteens":   {bound: "ceil(n.bitLength() / 4)"},
			"Quotients.most":       {bound: "ceil(n.bitLength() / 62)"},
			"Quotients.bottom":     {bound: "floor((n.bitLength() - 1) / 3)"},
			"Quotients.assigned":   {bound: "floor((n.bitLength() - 1) / 2)"},
			"Quotients.either":     {bound: "ceil(n.bitLength() / 2)"},
			"Quotients.twice":      {bound: "ceil(n.bitLength() / 5)"},
			"Quotients.words":      {bound: "floor(n.bitLength() / 32)"},
			"Quotients.anySign":    {bound: "n.bitLength()"},
			"Quotients.atLeastTwo": {bound: "n.bitLength()"},

			"Quotients.atLeastOne":  {why: other},
			"Quotients.ones":        {why: other},
			"Quotients.onesOfLong":  {why: other},
			"Quotients.oneOf":       {why: other},
			"Quotients.minusOne":    {why: other},
			"Quotients.negative":    {why: other},
			"Quotients.by":          {why: other},
			"Quotients.byLong":      {why: other},
			"Quotients.counted":     {why: other},
			"Quotients.field":       {why: other},
			"Quotients.dividend":    {why: other},
			"Quotients.sometimes":   {why: other},
			"Quotients.unlessEven":  {why: other},
			"Quotients.adds":        {why: other},
			"Quotients.remainders":  {why: other},
			"Quotients.atLeastZero": {why: notLess},
			"Quotients.notZero":     {why: notLess},
			"Quotients.negatives":   {why: notLess},
			"Quotients.inner":       {why: other},
		},
		"bigintegersub": {
			"Overridden.given": {why: "may break the contract"},
			"Overridden.made":  {bound: "ceil(b.bitLength() / 3)"},
			"Overridden.named": {bound: "ceil(b.bitLength() / 3)"},
			"Overridden.same":  {why: "may break the contract"},
			"Overridden.above": {why: "may break the contract"},

			"Divided.given":     {why: "may break the contract"},
			"Divided.made":      {bound: "ceil(b.bitLength() / 3)"},
			"Divided.undivided": {why: "may break the contract"},
			"Divided.shifted":   {bound: "ceil(b.bitLength() / 3)"},
			"Divided.both":      {why: "may break the contract"},
			"Divided.unshifted": {bound: "ceil(b.bitLength() / 3)"},
			"Divided.tens":      {bound: "ceil(b.bitLength() / 3)"},
		},
	} {
		a, methods := absinttest.Analyzer(t, topic)
		for name, want := range loops {
			l := absinttest.LoopsOf(t, a, methods[name])[0]
			switch {
			case want.why != "" && (l.Status != absint.Unbounded || !strings.Contains(l.Reason, want.why)):
				t.Errorf("%s: %s, because %q; want none, because %q", name, l.Bound, l.Reason, want.why)
			case want.why == "" && l.Bound != want.bound:
				t.Errorf("%s: %s, want %s (%s)", name, l.Bound, want.bound, l.Reason)
			}
		}
	}
}
