package energy

import (
	"encoding/json"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestInTurn: methods whose analyses are forgotten and made again have the rows of those whose analyses are kept.
func TestInTurn(t *testing.T) {
	defer func(n int) { mostKept = n }(mostKept)
	for _, topic := range []string{"calls", "targets", "programs", "progress", "callsymbols", "workloads", "largerecursion"} {
		cs := classesIn(t, "../../testdata/fixtures/"+topic+"/classes")
		var ms []*classfile.Method
		for _, c := range cs {
			for i := range c.Methods {
				if m := &c.Methods[i]; m.HasCode() {
					ms = append(ms, m)
				}
			}
		}
		rows := func(most int) []string {
			mostKept = most
			var out []string
			for _, x := range engineOf(t, cs, Options{Confidence: 0.95, Device: "any", Exact: true}).Methods(ms, nil, "").Methods {
				text, err := json.Marshal(x)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, string(text))
			}
			return out
		}
		kept, inTurn := rows(len(ms)), rows(0)
		if len(kept) != len(ms) || len(inTurn) != len(ms) {
			t.Fatalf("%s: %d and %d rows of %d methods", topic, len(kept), len(inTurn), len(ms))
		}
		for i := range kept {
			if kept[i] != inTurn[i] {
				t.Errorf("%s:\n%s\nwant\n%s", topic, inTurn[i], kept[i])
			}
		}
	}
}
