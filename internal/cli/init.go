package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/project"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/scaffold"
)

func (p *program) initCommand() *cobra.Command {
	var annotations, pkg string
	var force bool
	c := &cobra.Command{
		Use: "init [DIR]", Short: "Set up energylint for a repository", Args: cobra.MaximumNArgs(1),
		Long: `Write a configuration (energylint.toml), two GitHub workflows (.github/workflows/energylint.yml, which compares pull
requests, and energylint-comment.yml, which comments on those from forks) and a pre-commit hook (.pre-commit-config.yaml) for
the project in DIR, else for the whole build that the working directory is in. Workflows and hook go to the root of the git
repository. The build is recognised: Maven, Gradle and sbt with their modules, Ant, Make. Files that are there already are kept,
unless --force says otherwise.

With --annotations, also write the Java sources of the annotations @EnergyBudget, @LoopBound and
@SuppressEnergyWarnings. They are matched by their simple names, in any package.`,
		Example: `  energylint init
  energylint init --annotations src/main/java/com/acme/energy`,
		RunE: func(_ *cobra.Command, args []string) error {
			dir := ""
			if len(args) > 0 {
				dir = args[0]
			}
			return p.init(dir, annotations, pkg, force)
		},
	}
	c.Flags().StringVar(&annotations, "annotations", "", "write the annotations' sources to `DIR`")
	c.Flags().StringVar(&pkg, "package", "", "the annotations' `PACKAGE`; else what DIR says behind src/main/java")
	c.Flags().BoolVar(&force, "force", false, "replace files that are there already")
	return c
}

// init sets up the project in dir: where that is empty, the build that the working directory is in.
func (p *program) init(dir, annotations, pkg string, force bool) error {
	if pkg != "" && annotations == "" {
		return usage("--package is the package of --annotations DIR")
	}
	named := dir != ""
	if !named {
		dir = p.buildHere()
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usage("%s is no directory: give the directory of the project", dir)
	}
	pr := scaffold.Detect(dir, repository(dir), releaseOf(version()))
	build := pr.Build
	if build == "" && !named {
		if below := buildsBelow(dir); len(below) > 0 {
			return usage("no build is recognised here, but in %s: energylint init %s sets that up, energylint init . this directory", prose.List(below), below[0])
		}
	}
	switch {
	case build == "":
		pr.Build = "make # replace this with the command that compiles the project"
		where := dir
		if where == "." {
			where = "this directory"
		}
		p.tell("No build is recognised: there is no pom.xml, build.gradle, build.sbt, build.xml or Makefile in %s", where)
	case pr.Modules > 1:
		p.tell("%s is recognised, with %d modules.", pr.Tool, pr.Modules)
	default:
		p.tell("%s is recognised.", pr.Tool)
	}
	w := &scaffold.Writer{Project: pr, Force: force, Tree: files.In(dir, pr.Repository), Tell: p.tell}
	w.Write(pr.Configuration())
	w.WriteWorkflows(pr.Workflows())
	w.WriteHook(pr.Hook())
	if annotations != "" {
		if err := writeAnnotations(w, annotations, pkg); err != nil {
			return err
		}
	}
	if w.Err != nil {
		return failure(w.Err)
	}
	if build == "" {
		p.tell("\nNext: give the path of the compiled classes under [analysis] in %s, and the build's command in the workflow; then run energylint check.",
			pr.Configuration().Path)
		return writeError(p.tellErr)
	}
	p.tell("\nNext: compile (%s), then run energylint check.", build)
	return writeError(p.tellErr)
}

// buildsBelow returns the first directories below dir that have a build for classes, not below each other: the projects of a repository that has
// several. What make builds may be anything.
func buildsBelow(dir string) (out []string) {
	const most, deepest, directories = 3, 4, 2000
	seen := 0
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error { // what cannot be read has no build
		if seen++; seen > directories || len(out) == most {
			return filepath.SkipAll
		}
		if err != nil || !d.IsDir() || path == dir {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil || !project.MayBeModule(d.Name()) || strings.Count(filepath.ToSlash(rel), "/") >= deepest {
			return filepath.SkipDir
		}
		if tool, ok := project.ToolOf(path); ok && tool.Name != "Make" {
			out = append(out, path)
			return filepath.SkipDir
		}
		return nil
	})
	return out
}

// buildHere returns the root of the build that the working directory is in, and tells where that is another one.
func (p *program) buildHere() string {
	work, _ := workTree(".")
	at := "."
	if _, ok := project.ToolOf(at); !ok {
		if nearest, ok := project.Nearest(at, work); ok {
			at = nearest
		}
	}
	root := project.Root(at, work)
	if tool, ok := project.ToolOf(root); ok && root != "." {
		name := root
		if abs, err := filepath.Abs(root); err == nil {
			name = abs
		}
		p.tell("This directory is a part of the %s build in %s, which is set up as a whole; energylint init . sets up this directory alone.", tool.Name, name)
	}
	return root
}

// release matches the versions of releases.
var release = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// releaseOf returns a version that is a release, empty for any other.
func releaseOf(version string) string {
	if release.MatchString(version) && !strings.HasPrefix(version, "v0.0.0") {
		return version
	}
	return ""
}

// writeAnnotations writes the sources of the annotations to a directory.
func writeAnnotations(w *scaffold.Writer, dir, pkg string) error {
	if pkg == "" {
		pkg = scaffold.PackageOf(dir)
	}
	if !scaffold.ValidPackage(pkg) {
		return usage("%q is no Java package: give --package", pkg)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return failure(fmt.Errorf("cannot write the annotations: %w", err))
	}
	w.Project.Package = pkg
	w.Tree = files.In(dir)
	for _, f := range scaffold.Annotations(dir) {
		w.Write(f)
	}
	return nil
}

// tell prints a line to stdout; the first error is kept in tellErr.
func (p *program) tell(format string, args ...any) {
	if _, err := fmt.Fprintln(p.stdout, plain.Text(fmt.Sprintf(format, args...))); err != nil && p.tellErr == nil {
		p.tellErr = err
	}
}
