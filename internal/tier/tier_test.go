package tier

import (
	"flag"
	"testing"
)

// TestSlow: a slow test is skipped with -short alone.
func TestSlow(t *testing.T) {
	was := testing.Short()
	defer func() { _ = flag.Set("test.short", map[bool]string{true: "true", false: "false"}[was]) }()
	for _, short := range []string{"true", "false"} {
		if err := flag.Set("test.short", short); err != nil {
			t.Fatal(err)
		}
		ran := false
		t.Run("short "+short, func(t *testing.T) {
			Slow(t, Corpus)
			ran = true
		})
		if ran != (short == "false") {
			t.Errorf("with -short=%s, the test ran: %t", short, ran)
		}
	}
}
