package cli

import (
	"maps"
	"testing"
)

func TestHeadOf(t *testing.T) {
	got := headOf([]byte("# Made by hand.\n# meter: a: b\r\n#jvm:17\noperation\tenergy_J\n# date: no\n"))
	if want := map[string]string{"meter": "a: b", "jvm": "17"}; !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
