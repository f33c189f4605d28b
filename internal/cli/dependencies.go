package cli

import (
	"os"
	"path/filepath"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models/library"
)

// foreign prices the methods of the class path and of the JDK by their own code. Calls inside of the JDK cost what the
// shipped models say, and not what those of the user do: so they cost the same whether that is computed now or was long
// ago. lib has the user's models too, which hold inside of the class path.
func foreign(s *Settings, shipped, lib *library.Library) absint.Foreign {
	jobs := s.Config.Analysis.Jobs
	var below absint.Foreign // the JDK
	var find callgraph.Library
	key := func() (summaries.Key, error) { return summaries.NewKey() }
	switch {
	case s.Embedded != nil: // two builds of one version may have different ones
		below, find = s.Embedded, s.Embedded.Find
		key = func() (summaries.Key, error) {
			k, err := summaries.NewKey()
			return k.With("jdk", s.Embedded.Digest), err
		}
	case s.JDK != "":
		jdk := summaries.Read([]string{s.JDK}, archive.Options{}, energy.Priced(shipped), nil, nil, jobs)
		key = func() (summaries.Key, error) {
			k, err := summaries.NewKey()
			if err != nil {
				return k, err
			}
			return k.WithFiles("jdk", []string{classesOf(s.JDK)})
		}
		below, find = s.cached(key, jdk), jdk.Find
	}
	if len(s.Classpath) == 0 {
		return below
	}
	dependencies := summaries.Read(s.Classpath, archive.Options{Root: s.Root}, energy.Priced(lib), find, below, jobs)
	return s.cached(func() (summaries.Key, error) {
		k, err := key()
		if err == nil && below == nil {
			k = k.With("jdk", "none")
		}
		if err == nil {
			k, err = k.WithFiles("model", s.Config.Model.Libraries)
		}
		if err == nil {
			k, err = k.WithFiles("class path", s.Classpath)
		}
		return k, err
	}, dependencies)
}

// classesOf is where a JDK has its classes: the run-time image, else everything.
func classesOf(home string) string {
	image := filepath.Join(home, "lib", "modules")
	if _, err := os.Stat(image); err == nil {
		return image
	}
	return home
}

// cached keeps the costs of a library where the settings say.
func (s *Settings) cached(key func() (summaries.Key, error), l absint.Foreign) absint.Foreign {
	dir := s.Config.Analysis.Cache
	switch dir {
	case "none":
		return l
	case "auto":
		user, err := os.UserCacheDir()
		if err != nil {
			return l // there is no place to keep anything
		}
		dir = filepath.Join(user, "energylint")
	}
	c := summaries.NewCached(dir, key, l)
	s.caches = append(s.caches, c)
	return c
}

// cacheLimit is how large the directory of kept costs may become, in bytes.
const cacheLimit = 256 << 20

// keep writes what was computed of dependencies. That it cannot be written costs time in the next run, and nothing else:
// it is told where a directory was asked for.
func (p *program) keep(s *Settings) {
	for _, c := range s.caches {
		if err := c.Save(cacheLimit); err != nil && !s.Config.Output.Quiet && s.Config.Analysis.Cache != "auto" {
			p.say("note: %v", err)
		}
	}
}
