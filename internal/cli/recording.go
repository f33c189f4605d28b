package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/profile"
)

// readRecording reads what --profile names; nil where nothing is named.
func (p *program) readRecording(ctx context.Context, named []string) (*driver.Recording, error) {
	if len(named) == 0 {
		return nil, nil
	}
	names, err := recordings(named)
	if err != nil {
		return nil, err
	}
	// A virtual machine that was killed leaves a recording that is cut off, or empty, beside those of the others.
	goOn := func(failed *fs.PathError) bool {
		if slices.Contains(named, failed.Path) {
			return false
		}
		p.say("warning: --profile %s: %s; only what could be read of it counts", failed.Path, files.Reason(failed))
		return true
	}
	samples, err := profile.Read(ctx, goOn, names...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		name := strings.Join(named, ", ")
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			name = failed.Path
		}
		return nil, usage("--profile %s: %s", name, files.Reason(err))
	}
	return &driver.Recording{Files: names, Profile: samples}, nil
}

// recordings returns the files that --profile names: of a directory, its recordings, one of each JVM that ran.
func recordings(named []string) (names []string, err error) {
	for _, name := range named {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			names = append(names, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, usage("--profile %s: %s", name, files.Reason(err))
		}
		found := len(names)
		for _, e := range entries {
			if e.Type().IsRegular() && filepath.Ext(e.Name()) == ".jfr" {
				names = append(names, filepath.Join(name, e.Name()))
			}
		}
		if len(names) == found {
			return nil, usage("--profile %s: there is no recording of the Flight Recorder in it (*.jfr)", name)
		}
	}
	return names, nil
}
