package built

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

func TestEnergylint(t *testing.T) {
	tier.Slow(t, tier.Build)
	program, err := Energylint()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "energylint ") {
		t.Errorf("%s --version: %q, %v", program, out, err)
	}
}
