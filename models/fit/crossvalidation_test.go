package fit

import (
	"context"
	"math"
	"strings"
	"testing"
)

func TestScore(t *testing.T) {
	got := score([]prediction{{10, 11, 1}, {20, 18, 1}, {0, 0.1, 1}, {40, 40, 1}})
	// |1|/10, |-2|/20, -, 0; inside 0.674 sd: the last two; inside 1.96 sd: all but the second.
	if want := (0.1 + 0.1 + 0) / 3; math.Abs(got.NMAE-want) > 1e-12 {
		t.Errorf("NMAE %g, want %g", got.NMAE, want)
	}
	if got.N != 4 || got.Coverage50 != 0.5 || got.Coverage95 != 0.75 || got.R < 0.99 {
		t.Errorf("%+v", got)
	}
	if empty := score(nil); !math.IsNaN(empty.NMAE) {
		t.Errorf("%+v", empty)
	}
}

// TestCrossValidate: predictions of data from the model cover as they say, seen patterns or not, and
// leaving out patterns costs about the spread of the pattern effects.
func TestCrossValidate(t *testing.T) {
	obs, _ := realistic(t, 9, 1, 3)
	seen, err := CrossValidate(context.Background(), obs, Options{Structure: Pooled, Seed: 2}, 0, LeaveObservations)
	if err != nil {
		t.Fatal(err)
	}
	unseen, err := CrossValidate(context.Background(), obs, Options{Structure: Pooled, Seed: 2}, 0, LeavePatterns)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("observations: %+v", seen.Validation)
	t.Logf("patterns: %+v, %d unpredictable", unseen.Validation, unseen.Unpredictable)
	for name, cv := range map[string]*CrossValidation{"observations": seen, "patterns": unseen} {
		v := cv.Validation
		if len(cv.Folds) != DefaultFolds || v.N+cv.Unpredictable != len(obs.List) {
			t.Errorf("%s: %d folds, %d predicted, %d not", name, len(cv.Folds), v.N, cv.Unpredictable)
		}
		if v.R < 0.98 {
			t.Errorf("%s: r = %g", name, v.R)
		}
		if math.Abs(v.Coverage95-0.95) > 0.05 || math.Abs(v.Coverage50-0.5) > 0.12 {
			t.Errorf("%s: coverage %g of 50%%, %g of 95%%", name, v.Coverage50, v.Coverage95)
		}
	}
	if seen.Unpredictable != 0 || unseen.Unpredictable == 0 {
		t.Errorf("unpredictable: %d and %d", seen.Unpredictable, unseen.Unpredictable)
	}
	if seen.Validation.NMAE > unseen.Validation.NMAE {
		t.Errorf("NMAE %g of seen, %g of unseen patterns", seen.Validation.NMAE, unseen.Validation.NMAE)
	}
	for _, folds := range []int{1, -1, 175} {
		if _, err := CrossValidate(context.Background(), obs, Options{}, folds, LeavePatterns); err == nil || !strings.Contains(err.Error(), "2 to 174") {
			t.Errorf("%d folds: %v", folds, err)
		}
	}
}
