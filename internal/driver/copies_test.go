package driver

import (
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

func TestWithoutCopies(t *testing.T) {
	at := func(file, class, method string, line int, message string) finding.Finding {
		return finding.Finding{Rule: "EL5002", Message: message, Location: finding.Location{File: file, Class: class, Method: method, Line: line}}
	}
	for _, c := range []struct {
		name string
		fs   []finding.Finding
		want int
	}{
		{"specialized methods", []finding.Finding{at("S.scala", "S$", "sort$mBc$sp", 7, "m"), at("S.scala", "S$", "sort$mIc$sp", 7, "m"), at("S.scala", "S$", "sort", 7, "m")}, 1},
		{"specialized classes", []finding.Finding{at("S.scala", "F$1", "apply", 7, "m"), at("S.scala", "F$1$mcII$sp", "apply$mcII$sp", 7, "m")}, 1},
		{"inlined twice", []finding.Finding{at("K.kt", "K", "f", 7, "m"), at("K.kt", "K", "f", 7, "m")}, 1},
		{"other line", []finding.Finding{at("K.kt", "K", "f", 7, "m"), at("K.kt", "K", "f", 8, "m")}, 2},
		{"other message", []finding.Finding{at("K.kt", "K", "f", 7, "m"), at("K.kt", "K", "f", 7, "n")}, 2},
		{"other method", []finding.Finding{at("K.kt", "K", "f", 7, "m"), at("K.kt", "K", "g", 7, "m")}, 2},
		{"no lines", []finding.Finding{at("K.kt", "K", "f", 0, "m"), at("K.kt", "K", "f", 0, "m")}, 2},
		{"Java", []finding.Finding{at("J.java", "J", "f", 7, "m"), at("J.java", "J", "f", 7, "m")}, 2},
	} {
		if got := len(withoutCopies(c.fs)); got != c.want {
			t.Errorf("%s: %d findings, want %d", c.name, got, c.want)
		}
	}
	little, much := at("K.kt", "K", "f", 7, "m"), at("K.kt", "K", "f", 7, "m")
	little.Energy, much.Energy = &finding.Energy{}, &finding.Energy{}
	much.Energy.Saving.Mean = 2
	if got := withoutCopies([]finding.Finding{little, much}); got[0].Energy.Saving.Mean != 2 {
		t.Errorf("kept the copy that saves %g", got[0].Energy.Saving.Mean)
	}
}
