package mutants

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/difference"
)

func fixture(topic string) string {
	return filepath.Join("..", "..", "testdata", "fixtures", topic, "classes")
}

// TestWrittenPair: of two states of a program, written by hand, five changes are introduced, two are repairs, and what has no
// bound on both sides is neither.
func TestWrittenPair(t *testing.T) {
	r, _ := compare(t, fixture("pairbase"), fixture("pairhead"))
	var found []string
	for _, c := range r.Changes {
		if c.Class.Worse() || c.Class.Better() {
			found = append(found, strings.TrimSpace(string(c.Class)+" "+dotted(&c)+" "+c.Because))
		}
	}
	slices.Sort(found)
	want := []string{
		"gained Screen.draw",
		"grown Orders.daily Orders.typical([I)I",
		"grown Orders.parity",
		"grown Orders.typical",
		"lost Screen.refresh",
		"regressed Orders.checksum",
		"shrunk Orders.equalPairs",
		"unbounded Orders.settle",
	}
	if !slices.Equal(found, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
	back, _ := compare(t, fixture("pairhead"), fixture("pairbase"))
	if a, b := r.Roots[difference.Grown], back.Roots[difference.Shrunk]; a != b {
		t.Errorf("%d methods grew, and in the other direction %d shrank", a, b)
	}
}

// TestSameProgram: a program against itself, analysed by one thread and by four, gives nothing.
func TestSameProgram(t *testing.T) {
	for _, topic := range []string{"loops", "objects", "callbacks", "streams", "pairbase"} {
		nothing(t, fixture(topic), "-j", "4")
	}
}

// TestSameProgramOfCorpus does so for real programs: Commons Lang or, with ENERGYLINT_LONG, the whole corpus.
func TestSameProgramOfCorpus(t *testing.T) {
	names := []string{"commons-lang3.jar"}
	if corpus.Long() {
		names = corpus.Names()
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) { nothing(t, corpus.Jar(t, name)) })
	}
}

func nothing(t *testing.T, path string, args ...string) {
	t.Helper()
	r, _ := compare(t, path, path, args...)
	for _, c := range r.Changes {
		t.Errorf("%s against itself: %s", path, Describe(&c))
	}
	if r.Matched == 0 {
		t.Errorf("%s has no methods", path)
	}
}

// builds: two builds of one program by different compilers, or with other debug information, cost the same.
func (p *program) builds(t *testing.T) {
	for _, build := range []struct {
		name string
		jdk  int
		args []string
	}{
		{"without debug information", 17, []string{"-g:none", "--release", "17"}},
		{"lines alone", 17, []string{"--release", "17"}},
		{"names of parameters", 17, []string{"-g", "-parameters", "--release", "17"}},
		{"compiler 25", 25, []string{"-g", "--release", "17"}},
	} {
		t.Run(build.name, func(t *testing.T) {
			classes := filepath.Join(t.TempDir(), "classes")
			p.compile(t, home(t, build.jdk), p.sources, classes, build.args...)
			r := changes(t, p.before, state(t, classes))
			t.Logf("%d methods matched; %v", r.Matched, r.Methods)
			if build.jdk > 17 {
				// Since 18, javac calls hashCode and toString of an interface as its methods, no longer as those of Object: an
				// invokeinterface, which costs more than an invokevirtual.
				r.Changes = slices.DeleteFunc(r.Changes, func(c difference.Change) bool {
					return c.Class.Better() || len(c.Causes) == 1 && c.Causes[0].Kind == difference.Surroundings
				})
			}
			report(t, Judge(r, p.before, nil))
			for _, c := range r.Changes {
				if c.Class != difference.Incomparable {
					t.Errorf("another build: %s", Describe(&c))
				}
			}
		})
	}
}
