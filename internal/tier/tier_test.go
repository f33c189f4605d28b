package tier

import (
	"flag"
	"slices"
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

// TestPart: a short form has some of the cases, and with ENERGYLINT_LONG none is left out.
func TestPart(t *testing.T) {
	cases := []int{0, 1, 2, 3, 4, 5, 6}
	t.Setenv("ENERGYLINT_LONG", "")
	if got := Part(t, cases, 3); !slices.Equal(got, []int{0, 3, 6}) {
		t.Errorf("every third: %v", got)
	}
	if got := Part(t, cases[:0], 3); len(got) != 0 {
		t.Errorf("of none: %v", got)
	}
	t.Setenv("ENERGYLINT_LONG", "1")
	if got := Part(t, cases, 3); !slices.Equal(got, cases) {
		t.Errorf("all: %v", got)
	}
}
