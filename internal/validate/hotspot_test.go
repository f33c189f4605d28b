package validate

import "testing"

// TestHotspotModel holds the shipped model of HotSpot's interpreter against the recorded measurements: how far it may be off
// from programs that it has not seen, and that the static worst case bounds what they executed.
func TestHotspotModel(t *testing.T) {
	for _, c := range []struct{ device, file string }{{"OpenJDK 17", "openjdk17.tsv"}, {"OpenJDK 25", "openjdk25.tsv"}} {
		t.Run(c.device, func(t *testing.T) {
			r := recorded(t, c.device, c.file)
			n := len(r.Rows)
			t.Logf("error %.3f, 50%% intervals hold %d, 95%% intervals %d of %d; %d bounded", r.MeanAbsoluteError, r.Within50, r.Within95, n, r.Bounded)
			if r.MeanAbsoluteError > 0.05 {
				t.Errorf("mean absolute error %.3f, want at most 0.05", r.MeanAbsoluteError)
			}
			if 10*r.Within95 < 9*n {
				t.Errorf("the 95%% intervals hold %d of %d measurements, want nine tenths", r.Within95, n)
			}
			if r.Below > 0 || r.Bounded < 38 {
				t.Errorf("%d static worst cases of %d are below the measurement", r.Below, r.Bounded)
			}
			for _, x := range r.Rows {
				if e := x.Error(); e > 0.12 || e < -0.12 {
					t.Errorf("%s: predicted %+.1f%%", x.Case, 100*e)
				}
			}
		})
	}
}
