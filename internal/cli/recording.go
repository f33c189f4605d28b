package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/profile"
)

// readRecording reads the file of --profile; nil where none is given. The JDK's own command, of JAVA_HOME or else of the PATH,
// prints recordings of the Flight Recorder.
func readRecording(ctx context.Context, file string) (*driver.Recording, error) {
	if file == "" {
		return nil, nil
	}
	jfr := ""
	if home := os.Getenv("JAVA_HOME"); home != "" {
		jfr, _ = exec.LookPath(filepath.Join(home, "bin", "jfr"))
	}
	if jfr == "" {
		jfr, _ = exec.LookPath("jfr")
	}
	p, err := profile.Read(ctx, file, jfr)
	if err != nil {
		return nil, usage("--profile %s: %w", file, err)
	}
	return &driver.Recording{File: file, Profile: p}, nil
}
