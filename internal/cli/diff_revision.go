package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// diffRevision returns the state of a revision, and that of the paths here.
func (p *program) diffRevision(ctx context.Context, f *flags, d *diffFlags, paths []string) (base, head *state, err error) {
	if d.build == "" {
		return nil, nil, usage("--base %s: say how it is built: --build COMMAND", d.base)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, nil, failure(err)
	}
	t := &worktree{stderr: p.stderr}
	defer p.atExit(t.remove)()
	if err := t.checkOut(ctx, d.base); err != nil {
		return nil, nil, failure(err)
	}
	if err := t.run(ctx, d.build); err != nil {
		return nil, nil, failure(fmt.Errorf("the base %s cannot be built: %s: %w", d.base, d.build, err))
	}
	if err := os.Chdir(t.dir()); err != nil {
		return nil, nil, failure(fmt.Errorf("the base %s has no directory %s", d.base, t.below))
	}
	base, err = p.analysedState(ctx, f, t.moved(paths))
	if back := os.Chdir(here); err == nil && back != nil {
		err = failure(back)
	}
	if err != nil {
		return nil, nil, err
	}
	base.name, base.build = d.base, d.build
	head, err = p.analysedState(ctx, f, paths)
	if err != nil {
		return nil, nil, err
	}
	head.name = strings.Join(paths, " ")
	return base, head, nil
}

// worktree is a revision of the repository here in a temporary directory.
type worktree struct {
	stderr io.Writer
	root   string // of the repository
	below  string // the working directory, relative to it
	temp   string // holds the checkout
	added  bool
}

// localVariables are those by which git tells commands that it runs, such as hooks, where its repository is. They would
// lead git to that repository instead of the one of the directory (git rev-parse --local-env-vars).
var localVariables = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR"}

func environment() []string {
	var out []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		local := false
		for _, x := range localVariables {
			local = local || x == name
		}
		if !local {
			out = append(out, v)
		}
	}
	return out
}

// git runs git in a directory and returns the first line of what it prints.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "git", args...)
	c.Dir, c.Env = dir, environment()
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if text := strings.TrimSpace(stderr.String()); text != "" {
			err = errors.New(strings.ReplaceAll(text, "\n", "; "))
		}
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimRight(string(out), "\r\n"), nil
}

// commitOf returns the commit of a revision of the repository here.
func commitOf(ctx context.Context, ref string) (string, error) {
	return git(ctx, ".", "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
}

// checkOut creates the worktree. No hook of the repository runs.
func (t *worktree) checkOut(ctx context.Context, ref string) error {
	var err error
	if t.root, err = git(ctx, ".", "rev-parse", "--show-toplevel"); err != nil {
		return fmt.Errorf("--base %s: %w", ref, err)
	}
	if t.below, err = git(ctx, ".", "rev-parse", "--show-prefix"); err != nil {
		return err
	}
	commit, err := commitOf(ctx, ref)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("the base %s is missing: it is no revision of the repository here; where that is a shallow clone, fetch it (git fetch origin)", ref)
	}
	temp, err := os.MkdirTemp("", "energylint-base-")
	if err != nil {
		return err
	}
	if t.temp, err = filepath.EvalSymlinks(temp); err != nil {
		t.temp = temp
		return err
	}
	t.added = true
	_, err = git(ctx, t.root, "-c", "core.hooksPath="+os.DevNull, "worktree", "add", "--detach", "--quiet", "--force", filepath.Join(t.temp, "base"), commit)
	return err
}

// dir is the working directory in the worktree.
func (t *worktree) dir() string { return filepath.Join(t.temp, "base", filepath.FromSlash(t.below)) }

// killed is how long what the build started may take to end when it is interrupted.
const killed = 500 * time.Millisecond

// run runs the build by the shell. What it prints goes to stderr.
func (t *worktree) run(ctx context.Context, command string) error {
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir, c.Env, c.Stdout, c.Stderr, c.WaitDelay = t.dir(), environment(), t.stderr, t.stderr, killed
	endTogether(c)
	err := c.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// moved returns paths as they are in the worktree: absolute ones below the repository's root lead there, too.
func (t *worktree) moved(paths []string) []string {
	var out []string
	for _, p := range paths {
		at, list := strings.CutPrefix(p, "@")
		if filepath.IsAbs(at) {
			if resolved, err := filepath.EvalSymlinks(at); err == nil {
				at = resolved
			}
			if rel, err := filepath.Rel(t.root, at); err == nil && filepath.IsLocal(rel) {
				at = filepath.Join(t.temp, "base", rel)
			}
		}
		if list {
			at = "@" + at
		}
		out = append(out, at)
	}
	return out
}

// remove removes the worktree. It is called on an interrupt, too.
func (t *worktree) remove() {
	if t.temp == "" {
		return
	}
	if t.added {
		// The context of the command may be done. What git cannot remove is removed as files, and forgotten by prune.
		if _, err := git(context.Background(), t.root, "worktree", "remove", "--force", "--force", filepath.Join(t.temp, "base")); err != nil {
			_ = os.RemoveAll(t.temp)
			_, _ = git(context.Background(), t.root, "worktree", "prune")
		}
	}
	_ = os.RemoveAll(t.temp)
}
