package nearest

import "testing"

func TestWord(t *testing.T) {
	for _, c := range []struct {
		word string
		in   []string
		want string
	}{
		{"confidense", []string{"confidence", "device"}, "confidence"},
		{"Paths", []string{"paths"}, "paths"},
		{"fialon", []string{"fail-on"}, "fail-on"},
		{"enrgy", []string{"requires", "energy"}, "energy"},
		{"m", []string{"n"}, ""},
		{"xyz", []string{"paths"}, ""},
		{"", []string{"n"}, ""},
		{"lenght", []string{"length"}, "length"},
	} {
		if got := Word(c.word, c.in); got != c.want {
			t.Errorf("Word(%q, %q) = %q, want %q", c.word, c.in, got, c.want)
		}
	}
	if got := DidYouMean("pats", []string{"paths"}); got != `; did you mean "paths"?` {
		t.Error(got)
	}
}
