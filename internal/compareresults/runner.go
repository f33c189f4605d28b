package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/files"
)

// runner holds the two builds.
type runner struct {
	dir       string // temporary
	root      string // the repository
	tree      string // the source tree of the second revision
	worktrees []string
	programs  [2]string
}

// build builds both revisions, each in its own worktree; the working tree, without a second revision, where it is.
func (r *runner) build(ctx context.Context, root string, o options) error {
	top, err := output(ctx, root, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	r.root = strings.TrimSpace(top)
	for i, revision := range []string{o.base, o.head} {
		name := []string{"base", "head"}[i]
		tree := r.root
		if revision != "" {
			tree = filepath.Join(r.dir, name+".tree")
			if _, err := output(ctx, r.root, "git", "worktree", "add", "--detach", "--force", tree, revision); err != nil {
				return err
			}
			r.worktrees = append(r.worktrees, tree)
		}
		r.programs[i] = filepath.Join(r.dir, name)
		if _, err := output(ctx, tree, "go", "build", "-o", r.programs[i], "./cmd/energylint"); err != nil {
			return err
		}
		r.tree = tree
	}
	return nil
}

// close removes the worktrees.
func (r *runner) close() error {
	var errs []error
	for _, tree := range r.worktrees {
		_, err := output(context.Background(), r.root, "git", "worktree", "remove", "--force", tree)
		errs = append(errs, err)
	}
	r.worktrees = nil
	return errors.Join(errs...)
}

// output runs a command in a directory and returns what it writes.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}

// compare runs both programs on an input and compares what they write. Both run at once, each into a file.
func (r *runner) compare(ctx context.Context, in input, show int) (*comparison, error) {
	c := &comparison{show: show}
	for _, path := range in.paths {
		var wait sync.WaitGroup
		var names [2]string
		var errs [2]error
		var failures [2]string
		for i, program := range r.programs {
			names[i] = program + ".json"
			wait.Go(func() { failures[i], errs[i] = methods(ctx, r.dir, program, path, names[i]) })
		}
		wait.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			return nil, err
		}
		where := ""
		if len(in.paths) > 1 {
			where, _ = filepath.Rel(r.tree, path)
		}
		if failures != [2]string{} {
			c.failed(where, failures)
			continue
		}
		if err := c.compareFiles(where, names[0], names[1]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// methods writes the methods of a path into a file. What is known of dependencies from earlier runs is not used: it may
// be of another build. A program that ends without a report has failed: its last words are the failure.
func methods(ctx context.Context, dir, program, path, to string) (failure string, err error) {
	f, err := os.Create(to)
	if err != nil {
		return "", err
	}
	defer f.Close()
	cmd := exec.CommandContext(ctx, program, "methods", "--format", "json", "--cache", "none", "--quiet", path)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = f, &stderr
	runErr := cmd.Run()
	var exit *exec.ExitError
	if runErr != nil && (!errors.As(runErr, &exit) || ctx.Err() != nil) {
		return "", fmt.Errorf("energylint methods %s: %w", path, runErr)
	}
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if runErr != nil && info.Size() == 0 {
		return fmt.Sprintf("%v: %s", runErr, lastLine(stderr.String())), nil
	}
	return "", nil
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// compareFiles compares the reports in two files.
func (c *comparison) compareFiles(where, base, head string) error {
	x, err := files.Open(base)
	if err != nil {
		return err
	}
	defer x.Close()
	y, err := files.Open(head)
	if err != nil {
		return err
	}
	defer y.Close()
	return c.compare(where, x, y)
}
