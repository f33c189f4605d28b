// Package built finds the program of this repository for tests and generators that run it.
package built

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Energylint builds the program and returns its path, in the cache of the go command: it is linked once, not by each test that runs it. The
// working directory is to be inside of the repository.
func Energylint() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "energylint").Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("go tool -n energylint: %w\n%s", err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
