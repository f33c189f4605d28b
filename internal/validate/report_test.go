package validate

import (
	"testing"

	"github.com/energylint/energylint/models"
)

// Measurements that are what the model says are inside of every interval and below every static worst case.
func TestReportOfAPerfectModel(t *testing.T) {
	m, err := models.Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	var ms []Measurement
	for _, c := range Cases() {
		x, err := Execute(c)
		if err != nil {
			t.Fatal(err)
		}
		ms = append(ms, Measurement{c, m.Price(x.Counts, "Device 1").Mean})
	}
	r, err := New(m, "Device 1", 0.95, ms)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(ms); r.Within50 != n || r.Within95 != n || r.MeanAbsoluteError > 1e-12 || r.R < 1-1e-9 {
		t.Errorf("%+v", r)
	}
	for _, row := range r.Rows {
		t.Logf("%-18s measured %.4g worst %.4g (%.2f) %s", row.Case, row.Measured, row.Worst, row.Worst/row.Measured, row.Why)
	}
	if r.Below > 0 || r.Bounded < 26 {
		t.Errorf("%d static worst cases of %d are below the measurement", r.Below, r.Bounded)
	}
}
