package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/corpus"
)

// input is a row of the table: a program of the corpus, or all the programs below a directory of the repository.
type input struct {
	name    string
	paths   []string // each is analysed by itself
	quick   bool
	missing string // the reason why there is nothing to analyse
}

// jars are the programs of the corpus.
var jars = []struct {
	file  string
	quick bool
}{
	{"commons-lang3.jar", true}, {"guava.jar", true},
	{"thealgorithms.jar", false}, {"compiler.jar", false}, {"vnu.jar", false}, {"recheck.jar", false},
}

// inputs are the programs to compare on: the fixtures and examples of the source tree, and the corpus.
func inputs(tree string) []input {
	all := []input{
		found(tree, "fixtures", "testdata/fixtures", func(d fs.DirEntry) bool { return d.IsDir() && strings.HasPrefix(d.Name(), "classes") }),
		found(tree, "examples", "examples", func(d fs.DirEntry) bool { return d.Name() == "energylint.toml" }),
	}
	for _, jar := range jars {
		in := input{name: strings.TrimSuffix(jar.file, ".jar"), quick: jar.quick}
		path := corpus.Path(jar.file)
		if _, err := os.Stat(path); err != nil {
			in.missing = path + " is missing: script/corpus --all fetches it"
			if jar.file == "thealgorithms.jar" {
				in.missing += " (from GitHub, or from the repository that ENERGYLINT_THEALGORITHMS names)"
			}
		} else {
			in.paths = []string{path}
		}
		all = append(all, in)
	}
	return all
}

// found is the input of all programs below a directory of the source tree: directories that match, and the directories
// of files that match, which are projects.
func found(tree, name, below string, match func(fs.DirEntry) bool) input {
	in := input{name: name, quick: true}
	err := filepath.WalkDir(filepath.Join(tree, below), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !match(d):
			return nil
		case d.IsDir():
			in.paths = append(in.paths, path)
			return fs.SkipDir
		}
		in.paths = append(in.paths, filepath.Dir(path))
		return nil
	})
	if err != nil {
		in.missing = err.Error()
	} else if len(in.paths) == 0 {
		in.missing = "there is none below " + below
	}
	return in
}

// choose returns the inputs that the options ask for.
func choose(all []input, o options) ([]input, error) {
	for _, name := range o.only {
		if !slices.ContainsFunc(all, func(in input) bool { return in.name == name }) {
			return nil, fmt.Errorf("--input %s: no such program: the table lists them", name)
		}
	}
	return slices.DeleteFunc(all, func(in input) bool {
		return o.quick && !in.quick || len(o.only) > 0 && !slices.Contains(o.only, in.name)
	}), nil
}
