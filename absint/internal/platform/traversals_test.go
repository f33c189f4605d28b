package platform

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// TestTraversalsEnd runs the traversals of all classes of which the tables say that they end, with functions that change the collection.
func TestTraversalsEnd(t *testing.T) {
	tier.Slow(t, tier.JVM)
	java := tier.Program(t, "java")
	abstract := []string{"java/util/AbstractList", "java/util/AbstractSequentialList", List, KotlinArrayDeque} // no objects, or not in the JDK
	args := []string{"-cp", "../../../testdata/fixtures/traversalends/classes", "Ends"}
	for _, class := range slices.Concat(FailFast.All(), EachEnds.All(), StreamEnds.All()) {
		if name := strings.ReplaceAll(class, "/", "."); !slices.Contains(abstract, class) && !slices.Contains(args, name) {
			args = append(args, name)
		}
	}
	args = append(args, "java.util.concurrent.ConcurrentLinkedQueue")
	out, err := exec.Command(java, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	longer := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		name, traversal, _ := strings.Cut(line, " ")
		class := strings.ReplaceAll(name, ".", "/")
		longer[line] = true
		ends := FailFast.Has(class)
		switch {
		case strings.HasPrefix(traversal, "stream"):
			ends = StreamEnds.Has(class)
		case strings.HasSuffix(traversal, "forEach"), traversal == "replaceAll":
			ends = EachEnds.Has(class)
		}
		if ends {
			t.Errorf("%s is longer than the collection", line)
		}
	}
	for _, line := range []string{"java.util.HashMap forEach", "java.util.TreeSet stream", "java.util.LinkedHashMap replaceAll", "java.util.concurrent.ConcurrentLinkedQueue iterator"} {
		if !longer[line] {
			t.Errorf("%s is not longer than the collection: the run shows nothing", line)
		}
	}
}
