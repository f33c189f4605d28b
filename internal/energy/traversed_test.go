package energy

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/tier"
)

// traversing are the classes whose methods traversals has, by the fixture.
var traversing = map[string]string{"traversed": "Traversed", "traversedcomparing": "Comparing", "traversedelements": "Turning"}

// traversals are the formulas of methods whose functions may change the collection that they traverse: the traversal may then be
// longer than the collection ever is.
var traversals = map[string]string{
	"map":         "E + elements(m) * E",
	"queue":       "E + elements(q) * E",
	"list":        "E + largest l.size() * E",
	"other":       "E + m.size() * E",
	"none":        "E + m.size() * E",
	"stream":      "E + elements(q) * E",
	"earlier":     "E + elements(q) * E",
	"iterated":    "E + Stream.iterator() + elements(i) * E + elements(q) * E",
	"returned":    "E + elements(q) * E",
	"parallel":    "E + elements(q) * E",
	"keys":        "E + elements(keySet()) * E",
	"tree":        "E + elements(values()) * E",
	"treeEach":    "E + largest m.size() * E",
	"removing":    "E + ceil(1033 * elements(q) / 1024) * E",
	"iterable":    "E + elements(i) * E",
	"greatest":    "E + ceil(37 * elements(q) / 1024) * E",
	"ordered":     "E + elements(q) * E",
	"collected":   "E + ceil(1059 * elements(q) / 1024) * E",
	"field":       "E + elements(queue) * E",
	"fieldMap":    "E + elements(values()) * E",
	"constant":    "E + elements(shared) * E",
	"summed":      "E + queue.size() * E",
	"inverted":    "E + THERE.size() * E",
	"given":       "E + elements(q) * (E + f.accept(Object))",
	"giving":      "E + given: elements(q) * E",
	"held":        "E + elements(queue) * (E + Consumer.accept(Object))",
	"fresh":       "E + max(0, n) * E + own.size() * (E + f.accept(Object))",
	"chosen":      "E + Consumer.andThen(Consumer) + elements(q) * E",
	"made":        "E + elements(q) * E",
	"nested":      "E + elements(q) * E",
	"nestedOther": "E + m.size() * E + lambda$nestedOther$",
	"object":      "E + elements(q) * E",
	"distincts":   "E + elements(q) * E",
	"addedTo":     "E + elements(q) * E",
	"keptIn":      "E + elements(q) * E",
	"hashes":      "E + elements(q) * (E + Objects.hashCode(Object))",
	"texts":       "E + ceil(1016 * elements(q) / 1024) * E",
	"setOf":       "E + ceil(1059 * elements(q) / 1024) * E",
	"greatestOf":  "E + ceil(2160 * elements(q) / 1024) * E",
	"contained":   "E + ceil(6256 * elements(q) / 1024) * E",
	"looked":      "E + elements(q) * E",
	"setCopied":   "E + ceil(1033 * elements(q) / 1024) * E",
	"treeFilled":  "E + elements(q) * E",
	"setOfCopy":   "E + ceil(1033 * elements(q) / 1024) * E",
	"listOf":      "E + ceil(8 * q.size() / 8) * E",
	"first":       "E + floor((1021 * log2(q.size() + 1) + 2044) / 1024) * E",
	"inList":      "E + l.size() * E",
}

// TestTraversed: a function that changes the collection which a call traverses may run more often than that has elements.
func TestTraversed(t *testing.T) {
	engines, all := map[string]*Engine{}, map[string]map[string]*classfile.Method{}
	of := func(topic string) (*Engine, map[string]*classfile.Method) {
		if engines[topic] == nil {
			engines[topic], all[topic] = withJDK(t, topic, nil)
		}
		return engines[topic], all[topic]
	}
	for method, formula := range traversals {
		var e *Engine
		var m *classfile.Method
		for topic := range traversing {
			engine, methods := of(topic)
			if methods[method] != nil {
				e, m = engine, methods[method]
			}
		}
		if m == nil {
			t.Fatalf("no method %s", method)
		}
		x := e.Methods(roots(m), nil, "").Methods[0]
		if got := energies(x.Formula); !strings.HasPrefix(got, formula) {
			t.Errorf("%s: %s, want %s", method, got, formula)
		} else if strings.Contains(formula, "elements(q)") && strings.Contains(got, "q.size()") {
			t.Errorf("%s: %s, which counts what is traversed by its size", method, got)
		}
	}
}

// TestTraversedRuns runs the methods: where the bound is a size, it is not exceeded, and where it is not, the size would be.
func TestTraversedRuns(t *testing.T) {
	tier.Slow(t, tier.JVM)
	java := tier.Program(t, "java")
	var lines []string
	for topic, class := range traversing {
		out, err := exec.Command(java, "-cp", "../../testdata/fixtures/"+topic+"/classes", class).Output()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	if len(lines) < 37 {
		t.Errorf("%d methods were run", len(lines))
	}
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) != 3 {
			t.Fatalf("unexpected output %q", line)
		}
		calls, err1 := strconv.Atoi(words[1])
		largest, err2 := strconv.Atoi(words[2])
		if err1 != nil || err2 != nil || traversals[words[0]] == "" {
			t.Fatalf("unexpected output %q", line)
		}
		if bySize := !strings.Contains(traversals[words[0]], "elements("); bySize != (calls <= largest) {
			t.Errorf("%s: %d calls for at most %d elements, but the bound is %s", words[0], calls, largest, traversals[words[0]])
		}
	}
}
