//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/energylint/energylint/internal/corpus"
)

// corporaMemory is what `check` may take of memory for each of the corpora.
const corporaMemory = 2e9

// corpora are the largest inputs that a Debian with JDKs has, and what each is called.
func corpora() (names []string, paths map[string][]string) {
	paths = map[string][]string{
		"JDK 17, jmods":      {"/usr/lib/jvm/java-17-openjdk-amd64/jmods"},
		"/usr/share/java":    {"/usr/share/java"},
		"jars of the corpus": {filepath.Dir(corpus.Path("guava.jar"))},
	}
	names = []string{"JDK 17, jmods"}
	images, _ := filepath.Glob("/usr/lib/jvm/*-25-*/lib/modules")
	if len(images) > 0 {
		paths["JDK 25, image"] = images[:1]
		names = append(names, "JDK 25, image")
	}
	names = append(names, "/usr/share/java", "jars of the corpus", "all of these")
	for _, n := range names[:len(names)-1] {
		paths["all of these"] = append(paths["all of these"], paths[n]...)
	}
	return names, paths
}

// whole measures one run of check over a corpus: time, memory, exit status and what could not be analysed.
func (m *measurement) whole(name string) (string, error) {
	_, paths := corpora()
	dir, err := os.MkdirTemp("", "energylint-bench-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	report := filepath.Join(dir, "report.json")
	cmd := exec.Command(m.program, append([]string{"check", "--format", "json=" + report}, paths[name]...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(m.cpus))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", err
	}
	data, err := os.ReadFile(report)
	if err != nil {
		return "", fmt.Errorf("energylint check ends with %d: %s", cmd.ProcessState.ExitCode(), stderr.String())
	}
	var r struct {
		Classes       int
		Notifications []struct{ Level string }
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return "", err
	}
	failed := 0
	for _, n := range r.Notifications {
		if n.Level == "error" {
			failed++
		}
	}
	peak := int64(0)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss * 1024 // getrusage(2): kilobytes
	}
	if peak > corporaMemory {
		err = fmt.Errorf("%s takes %.2f GB, more than %.0f GB", name, float64(peak)/1e9, corporaMemory/1e9)
	}
	return fmt.Sprintf("| %s | %d | %.1f s | %.2f GB | %d | %d |", name, r.Classes, wall.Seconds(), float64(peak)/1e9, cmd.ProcessState.ExitCode(), failed), err
}
