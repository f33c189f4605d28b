package report

import (
	"os"
	"testing"
)

// TestMain runs the tests without the width of the terminal that started them.
func TestMain(m *testing.M) {
	if err := os.Unsetenv("COLUMNS"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestColumns(t *testing.T) {
	for _, tc := range []struct {
		env  string
		want int
	}{{"", fileWidth}, {"none", fileWidth}, {"0", fileWidth}, {"-5", fileWidth}, {"60", 60}, {"10", 40}, {"1000", maxWidth}} {
		t.Setenv("COLUMNS", tc.env)
		if got := columns(nil, 0); got != tc.want {
			t.Errorf("COLUMNS=%q: %d columns, want %d", tc.env, got, tc.want)
		}
	}
	if got := columns(nil, 80); got != 80 {
		t.Errorf("a width that was asked for: %d", got)
	}
}
