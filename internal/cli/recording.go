package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/profile"
)

// readRecordings reads the recorded runs that projects name, each once.
func (p *program) readRecordings(ctx context.Context, projects []*Settings) error {
	known := map[string]*driver.Recording{}
	for _, s := range projects {
		key := strings.Join(s.Config.Rules.Profile, "\x00")
		if known[key] == nil && key != "" {
			r, err := p.readRecording(ctx, s.Config)
			if err != nil {
				return err
			}
			known[key] = r
		}
		s.recording = known[key]
	}
	return nil
}

// readRecording reads the files of a project's recorded run.
func (p *program) readRecording(ctx context.Context, c *config.Config) (*driver.Recording, error) {
	named := c.Rules.Profile
	names, err := recordedIn(c)
	if err != nil {
		return nil, err
	}
	// A virtual machine that was killed leaves a recording that is cut off, or an empty one beside those of the others.
	goOn := func(failed *fs.PathError) bool {
		if slices.Contains(named, failed.Path) && !errors.Is(failed, profile.ErrCutOff) {
			return false
		}
		p.say("warning: %s: %s; only what could be read of it counts", profileName(c, failed.Path), files.Reason(failed))
		return true
	}
	open := os.Open // pipes, too
	if tree := c.TreeOf(profileKey); tree != nil {
		open = tree.Open
	}
	samples, err := profile.Read(ctx, open, goOn, names...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		name := strings.Join(named, ", ")
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			name = failed.Path
		}
		return nil, badProfile(c, name, err)
	}
	return &driver.Recording{Files: names, Profile: samples}, nil
}

// profileKey is the key of the configuration beside --profile.
const profileKey = "rules.profile"

// profileName names a file of samples as the user does: by the flag, or by the line of the configuration.
func profileName(c *config.Config, file string) string {
	if c.TreeOf(profileKey) == nil {
		return "--profile " + file
	}
	return fmt.Sprintf("%s:%d: %s: %s", filepath.Base(c.File), c.Line(profileKey), profileKey, file)
}

// badProfile is the error of a file of samples.
func badProfile(c *config.Config, file string, err error) error {
	if c.TreeOf(profileKey) != nil && errors.Is(err, fs.ErrNotExist) {
		return usage("%s: %s; record a run there, or leave the key out", profileName(c, file), files.Reason(err))
	}
	return usage("%s: %s", profileName(c, file), files.Reason(err))
}

// notCovered is an error where none of the samples of a project's recorded run is in its code. Projects that share the run are taken together.
func notCovered(projects []*Settings, reports []*finding.Report) error {
	covered := map[*driver.Recording]float64{}
	for i, s := range projects {
		if x := reports[i].Recording; x != nil {
			covered[s.recording] += x.Covered
		}
	}
	for i, s := range projects {
		if s.recording != nil && covered[s.recording] == 0 && reports[i].Classes > 0 {
			return usage("%s: none of the samples is in the code under analysis: are they of this program?", profileName(s.Config, strings.Join(s.Config.Rules.Profile, ", ")))
		}
	}
	return nil
}

// recordedIn returns the files of a project's recorded run: of a directory, its recordings, one of each JVM that ran.
func recordedIn(c *config.Config) (names []string, err error) {
	for _, name := range c.Rules.Profile {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			names = append(names, name)
			continue
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nil, badProfile(c, name, err)
		}
		found := len(names)
		for _, e := range entries {
			if filepath.Ext(e.Name()) != ".jfr" {
				continue
			}
			file := filepath.Join(name, e.Name())
			if info, err := os.Stat(file); err != nil || info.Mode().IsRegular() { // or a link to one; reading tells of one that leads nowhere
				names = append(names, file)
			}
		}
		if len(names) == found {
			return nil, usage("%s: there is no recording of the Flight Recorder in it (*.jfr)", profileName(c, name))
		}
	}
	return names, nil
}
