package cli

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/tier"
)

// TestOrderOfInputs: the same classes give the same bytes, in whatever order directories, class files and jars are named.
func TestOrderOfInputs(t *testing.T) {
	tier.Slow(t, tier.Long)
	root := filepath.Join("..", "..", "testdata", "fixtures")
	var inputs []string
	for _, topic := range []string{"programs", "calls", "loops", "callgraph", "targets", "el1001", "el2001", "el4001"} {
		inputs = append(inputs, filepath.Join(root, topic, "classes"))
	}
	files, err := filepath.Glob(filepath.Join(root, "workloads", "classes", "*.class"))
	if err != nil || len(files) < 40 {
		t.Fatalf("%d class files of workloads (%v)", len(files), err)
	}
	inputs = append(inputs, files...)
	if corpus.Long() {
		inputs = append(inputs, corpus.Jar(t, "guava.jar"), corpus.Jar(t, "compiler.jar"))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, command := range []string{"methods", "check"} {
		var first []byte
		for i := range 4 {
			order := slices.Clone(inputs)
			switch i {
			case 0:
			case 1:
				slices.Reverse(order)
			default:
				r.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
			}
			var out, notes bytes.Buffer
			code := Main(append([]string{command, "--format", "json"}, order...), strings.NewReader(""), &out, &notes)
			if code != ExitOK && code != ExitFindings || out.Len() < 50_000 {
				t.Fatalf("%s: exit code %d, %d bytes\n%s", command, code, out.Len(), &notes)
			}
			if first == nil {
				first = out.Bytes()
			} else if !bytes.Equal(first, out.Bytes()) {
				t.Errorf("%s: in another order of the inputs the report differs: %s", command, firstDifference(first, out.Bytes()))
			}
		}
	}
}
