package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

const module = "github.com/energylint/energylint/"

// longest are the packages whose tests take longest, in the order in which to start them: go test starts packages in the order
// in which they are named, and one that takes minutes and begins last leaves all processors idle but one.
var longest = []string{
	"internal/repocheck", // has the go command compile, which it does with all processors
	"internal/cli", "examples", "internal/mutants", "models/fit", "internal/fixtures", "internal/docgen", "internal/attack", "internal/measure",
	"script/jdksummaries", "internal/randprog", "internal/metering", "internal/driver", "internal/classfile", "internal/profile", "internal/energy",
	"absint/internal/symval", "internal/source",
}

// ordered names the packages that a last argument of ./... stands for, those that take longest first.
func ordered(args []string) ([]string, error) {
	last := len(args) - 1
	if last < 0 || args[last] != "./..." {
		return args, nil
	}
	out, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list ./...: %w", err)
	}
	return append(slices.Clone(args[:last]), longestFirst(strings.Fields(string(out)))...), nil
}

// longestFirst sorts packages.
func longestFirst(packages []string) []string {
	place := func(p string) int {
		if i := slices.Index(longest, strings.TrimPrefix(p, module)); i >= 0 {
			return i
		}
		return len(longest)
	}
	packages = slices.Clone(packages)
	slices.SortStableFunc(packages, func(a, b string) int { return place(a) - place(b) })
	return packages
}
