package cli

import (
	"context"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/profile"
)

// readRecording reads the file of --profile; nil where none is given.
func readRecording(ctx context.Context, file string) (*driver.Recording, error) {
	if file == "" {
		return nil, nil
	}
	p, err := profile.Read(ctx, file)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, usage("--profile %s: %s", file, files.Reason(err))
	}
	return &driver.Recording{File: file, Profile: p}, nil
}
