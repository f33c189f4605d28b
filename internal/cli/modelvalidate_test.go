package cli

import (
	"slices"
	"testing"
)

func TestJavaFlags(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"-Xint; processor fixed at 1.5 GHz", []string{"-Xint"}},
		{"-Xint -XX:+UseSerialGC, -Xmn192m.", []string{"-Xint", "-XX:+UseSerialGC", "-Xmn192m"}},
	} {
		if got := javaFlags(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}
