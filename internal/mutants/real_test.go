package mutants

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/randjava"
	"github.com/energylint/energylint/internal/snapshot"
)

// A program is given by its sources.
type program struct {
	jdk, rewriter      string
	sources, classpath string
	base               string // its class files
	before             *snapshot.Snapshot
}

// randomPrograms are those of randjava in one directory.
func randomPrograms(t *testing.T, n int) *program {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sources")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range uint64(n) {
		if err := os.WriteFile(filepath.Join(dir, randjava.ClassName(i)+".java"), []byte(randjava.Source(i, false)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return newProgram(t, dir, "")
}

func newProgram(t *testing.T, sources, classpath string) *program {
	t.Helper()
	p := &program{jdk: home(t, 17), sources: sources, classpath: classpath, rewriter: filepath.Join(t.TempDir(), "rewriter"), base: filepath.Join(t.TempDir(), "base")}
	if err := BuildRewriter(p.jdk, p.rewriter); err != nil {
		t.Fatal(err)
	}
	p.compile(t, p.jdk, sources, p.base)
	p.before = state(t, p.base)
	return p
}

func (p *program) compile(t *testing.T, jdk, sources, into string, args ...string) {
	t.Helper()
	if len(args) == 0 {
		args = []string{"-g", "--release", "17"}
	}
	if err := Compile(jdk, sources, into, append([]string{"-cp", p.classpath}, args...)...); err != nil {
		t.Fatal(err)
	}
}

// rewritten compiles the program in other forms, each into a directory NAME.classes below dir.
func (p *program) rewritten(t *testing.T, seed uint64, hows ...string) (dir string, answers []Answer) {
	t.Helper()
	dir = t.TempDir()
	answers, err := Rewrite(p.jdk, p.rewriter, hows, seed, p.sources, dir, p.classpath)
	if err != nil {
		t.Fatal(err)
	}
	return dir, answers
}

// theAlgorithms is TheAlgorithms/Java without the files that script/corpus leaves out, from GitHub or the repository that
// ENERGYLINT_THEALGORITHMS names.
func theAlgorithms(t *testing.T) *program {
	t.Helper()
	lang, dir, corpusDir := corpus.Jar(t, "commons-lang3.jar"), t.TempDir(), filepath.Join("..", "..", "script", "corpus.d")
	commit, err := os.ReadFile(filepath.Join(corpusDir, "thealgorithms.commit"))
	if err != nil {
		t.Fatal(err)
	}
	leftOut, err := os.ReadFile(filepath.Join(corpusDir, "thealgorithms-left-out.txt"))
	if err != nil {
		t.Fatal(err)
	}
	repository := cmp.Or(os.Getenv("ENERGYLINT_THEALGORITHMS"), "https://github.com/TheAlgorithms/Java.git")
	for _, args := range [][]string{{"init", "-q"}, {"fetch", "-q", "--depth", "1", repository, strings.TrimSpace(string(commit))}, {"checkout", "-q", "FETCH_HEAD"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("TheAlgorithms/Java cannot be had from %s (ENERGYLINT_THEALGORITHMS can name a git repository on this machine): %s", repository, out)
		}
	}
	for _, file := range strings.Fields(string(leftOut)) {
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
	}
	return newProgram(t, filepath.Join(dir, "src", "main", "java"), lang)
}

// refactor holds all Rewritings of a program against it; alike reports whether the program's classes have the same members, so that a renamed one can have several counterparts.
func (p *program) refactor(t *testing.T, alike bool) {
	dir, _ := p.rewritten(t, 1, Rewritings...)
	for _, how := range Rewritings {
		t.Run(how, func(t *testing.T) {
			r := changes(t, p.before, state(t, filepath.Join(dir, how+".classes")))
			t.Logf("%d methods matched; %v", r.Matched, r.Methods)
			report(t, Judge(r, p.before, nil))
			if n := r.Methods[difference.Added] + r.Methods[difference.Removed]; n > r.Matched/50 && !(alike && how == "rename-classes") {
				t.Errorf("%d methods are added, %d removed, where all have a counterpart", r.Methods[difference.Added], r.Methods[difference.Removed])
			}
		})
	}
}

// regress holds seeded regressions in a program against their answers, as often as rounds.
func (p *program) regress(t *testing.T, rounds int) {
	for round := range uint64(rounds) {
		dir, answers := p.rewritten(t, round+1, "regress")
		s := Judge(changes(t, p.before, state(t, filepath.Join(dir, "regress.classes"))), p.before, answers)
		t.Logf("%d of %d regressions with the right cause, for %d it is the first of the causes; %d are in methods without a bound",
			s.Right, len(answers)-s.Excluded, s.First, s.Excluded)
		report(t, s)
	}
}

// TestRandomPrograms: random programs in another form, or built in another manner, have no regressions; what is seeded into them is found.
func TestRandomPrograms(t *testing.T) {
	p := randomPrograms(t, min(count(t, 8), 200)) // each form and build is analysed, and the classes of programs are targets of each other's calls
	p.refactor(t, true)
	t.Run("builds", p.builds)
	t.Run("regress", func(t *testing.T) {
		if os.Getenv("ENERGYLINT_MUTANTS") == "" {
			p = randomPrograms(t, 60)
		}
		p.regress(t, 1)
	})
}

// TestTheAlgorithms does so for a real program. It takes minutes: make mutants runs it.
func TestTheAlgorithms(t *testing.T) {
	if os.Getenv("ENERGYLINT_MUTANTS") == "" {
		t.Skip("make mutants rewrites TheAlgorithms/Java")
	}
	p := theAlgorithms(t)
	p.refactor(t, false)
	t.Run("builds", p.builds)
	t.Run("regress", func(t *testing.T) { p.regress(t, 3) })
}
