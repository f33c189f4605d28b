package cli

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/plain"
)

//go:embed scaffold
var scaffold embed.FS

func (p *program) initCommand() *cobra.Command {
	var annotations, pkg string
	var force bool
	c := &cobra.Command{
		Use: "init [DIR]", Short: "Set up energylint for a repository", Args: cobra.MaximumNArgs(1),
		Long: `Write a configuration (energylint.toml), two GitHub workflows (.github/workflows/energylint.yml, which compares pull
requests, and energylint-comment.yml, which comments on those from forks) and a pre-commit hook (.pre-commit-config.yaml) for
the project in DIR, or here. The build is recognised: Maven, Gradle, Ant, sbt.
Files that are there already are kept, unless --force says otherwise.

With --annotations, also write the Java sources of the annotations @EnergyBudget, @LoopBound and
@SuppressEnergyWarnings. They are matched by their simple names, in any package.`,
		Example: `  energylint init
  energylint init --annotations src/main/java/com/acme/energy`,
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
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

// project is what init finds out about a project.
type project struct {
	Tool      string // "Maven"; empty where none is recognised
	Build     string // the command that compiles
	Paths     []string
	Sources   []string
	Classpath []string
	Package   string // of the annotations
}

// detect recognises the build of the project in dir.
func detect(dir string) project {
	has := func(names ...string) string {
		for _, n := range names {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(n))); err == nil {
				return n
			}
		}
		return ""
	}
	var sources []string
	for _, s := range []string{"src/main/java", "src/main/kotlin", "src/main/scala"} {
		if has(s) != "" {
			sources = append(sources, s)
		}
	}
	command := func(wrapper, otherwise string) string {
		if has(wrapper) != "" {
			return "./" + wrapper
		}
		return otherwise
	}
	pr := project{Paths: []string{"."}, Sources: sources}
	switch {
	case has("pom.xml") != "":
		pr.Tool, pr.Build = "Maven", command("mvnw", "mvn")+" --batch-mode compile dependency:copy-dependencies"
		pr.Classpath = []string{"target/dependency/*.jar"}
		if pom, err := files.In(dir).Read(filepath.Join(dir, "pom.xml"), files.MaxConfig); err == nil && !bytes.Contains(pom, []byte("<modules>")) {
			pr.Paths = []string{"target/classes"}
		}
	case has("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts") != "":
		pr.Tool, pr.Build = "Gradle", command("gradlew", "gradle")+" classes"
		if has("settings.gradle", "settings.gradle.kts") == "" || len(sources) > 0 {
			pr.Paths = nil
			for _, s := range sources {
				pr.Paths = append(pr.Paths, "build/classes/"+path.Base(s)+"/main")
			}
			if len(pr.Paths) == 0 {
				pr.Paths = []string{"build/classes/java/main"}
			}
		}
	case has("build.sbt") != "":
		pr.Tool, pr.Build = "sbt", "sbt compile"
	case has("build.xml") != "":
		pr.Tool, pr.Build = "Ant", "ant"
		if d := has("build/classes", "target/classes", "classes", "bin", "build"); d != "" {
			pr.Paths = []string{d}
		} else {
			pr.Paths = []string{"build/classes"}
		}
		if len(sources) == 0 && has("src") != "" {
			pr.Sources = []string{"src"}
		}
		if has("lib") != "" {
			pr.Classpath = []string{"lib/*.jar"}
		}
	case has("Makefile", "makefile", "GNUmakefile") != "":
		pr.Tool, pr.Build = "Make", "make"
	}
	if len(pr.Sources) == 0 {
		pr.Sources = []string{"src/main/java"}
		if pr.Tool == "" || pr.Tool == "Make" {
			pr.Sources = []string{"src"}
		}
	}
	return pr
}

func (p *program) init(dir, annotations, pkg string, force bool) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usage("%s is no directory: give the directory of the project", dir)
	}
	if pkg != "" && annotations == "" {
		return usage("--package is the package of --annotations DIR")
	}
	pr := detect(dir)
	build := pr.Build
	if build == "" {
		pr.Build = "make # replace this with the command that compiles the project"
		p.tell("No build is recognised: there is no pom.xml, build.gradle, build.sbt, build.xml or Makefile in %s", dir)
	} else {
		p.tell("%s is recognised.", pr.Tool)
	}
	w := &writer{p: p, force: force, tree: files.In(dir)}
	w.file(filepath.Join(dir, config.FileName), "energylint.toml.tmpl", pr)
	w.file(filepath.Join(dir, ".github", "workflows", "energylint.yml"), "workflow.yml.tmpl", pr)
	w.file(filepath.Join(dir, ".github", "workflows", "energylint-comment.yml"), "comment.yml.tmpl", pr)
	w.hook(filepath.Join(dir, ".pre-commit-config.yaml"), pr)
	if annotations != "" {
		pr.Package = pkg
		if pr.Package == "" {
			pr.Package = packageOf(annotations)
		}
		if !validPackage(pr.Package) {
			return usage("%q is no Java package: give --package", pr.Package)
		}
		if err := os.MkdirAll(annotations, 0o755); err != nil {
			return failure(fmt.Errorf("cannot write the annotations: %w", err))
		}
		w.tree = files.In(annotations)
		for _, name := range []string{"EnergyBudget", "LoopBound", "SuppressEnergyWarnings"} {
			w.file(filepath.Join(annotations, name+".java"), "annotations/"+name+".java.tmpl", pr)
		}
	}
	if w.err != nil {
		return failure(w.err)
	}
	if build == "" {
		p.tell("\nNext: give the path of the compiled classes under [analysis] in %s, and the build's command in the workflow; then run energylint check.",
			filepath.Join(dir, config.FileName))
		return writeError(p.tellErr)
	}
	p.tell("\nNext: compile (%s), then run energylint check.", build)
	return writeError(p.tellErr)
}

// tell prints a line to stdout; the first error is kept in tellErr.
func (p *program) tell(format string, args ...any) {
	if _, err := fmt.Fprintln(p.stdout, plain.Text(fmt.Sprintf(format, args...))); err != nil && p.tellErr == nil {
		p.tellErr = err
	}
}

// writer writes the files of init.
type writer struct {
	p     *program
	force bool
	tree  *files.Tree // that the files are written in
	err   error
}

func render(name string, pr project) ([]byte, error) {
	t, err := template.ParseFS(scaffold, "scaffold/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, pr); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (w *writer) file(file, name string, pr project) {
	if w.err != nil {
		return
	}
	_, err := os.Lstat(file)
	there := err == nil
	if there && !w.force {
		w.p.tell("kept   %s (it is there already; --force replaces it)", file)
		return
	}
	data, err := render(name, pr)
	if err == nil {
		err = w.tree.Write(file, data)
	}
	if err != nil {
		w.err = fmt.Errorf("cannot write %s: %w", file, err)
		return
	}
	verb := "wrote"
	if there {
		verb = "replaced"
	}
	w.p.tell("%-6s %s", verb, file)
}

// hook writes the hook's configuration. One that is there has the hooks of others in it, so it is never replaced:
// what to add is shown.
func (w *writer) hook(file string, pr project) {
	old, err := w.tree.Read(file, files.MaxConfig)
	switch {
	case w.err != nil:
	case errors.Is(err, fs.ErrNotExist):
		w.file(file, "pre-commit-config.yaml.tmpl", pr)
	case err != nil:
		w.err = fmt.Errorf("cannot read %s: %w", file, err)
	case bytes.Contains(old, []byte("energylint")):
		w.p.tell("kept   %s (it has energylint already)", file)
	default:
		text, err := render("pre-commit-config.yaml.tmpl", pr)
		if err != nil {
			w.err = err
			return
		}
		_, entry, _ := strings.Cut(string(text), "repos:\n")
		w.p.tell("kept   %s; add this below \"repos:\" there:\n\n%s", file, strings.TrimRight(entry, "\n"))
	}
}

// packageOf is the package of sources in a directory: its path behind the source root.
func packageOf(dir string) string {
	slash := filepath.ToSlash(filepath.Clean(dir))
	for _, root := range []string{"src/main/java", "src/java", "src"} {
		if i := strings.Index("/"+slash+"/", "/"+root+"/"); i >= 0 {
			rest := ("/" + slash + "/")[i+len(root)+2:]
			return strings.ReplaceAll(strings.Trim(rest, "/"), "/", ".")
		}
	}
	return ""
}

func validPackage(s string) bool {
	if s == "" {
		return true
	}
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") != "" || part[0] >= '0' && part[0] <= '9' {
			return false
		}
	}
	return true
}
