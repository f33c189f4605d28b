package cli

import (
	"context"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/profile"
)

// readRecording reads the file of --profile; nil where none is given.
func readRecording(ctx context.Context, file string) (*driver.Recording, error) {
	if file == "" {
		return nil, nil
	}
	p, err := profile.Read(ctx, file)
	if err != nil {
		return nil, usage("--profile %s: %w", file, err)
	}
	return &driver.Recording{File: file, Profile: p}, nil
}
