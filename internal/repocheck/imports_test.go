package repocheck

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers are the packages in the order in which a class file flows through them. A package may import those of the
// layers above its own line; packages on one line do not know each other.
var layers = [][]string{
	{"internal/plain"},
	{"internal/pattern", "internal/classfile", "internal/quantity", "internal/nearest", "internal/tomlline", "internal/jsonsafe", "internal/atomicfile", "internal/cover"},
	{"internal/files"},
	{"internal/profile"},
	{"internal/finding", "internal/methodpattern", "internal/project"},
	{"internal/baseline", "internal/changed", "internal/prose", "internal/spec"},
	{"internal/source"},
	{"internal/archive", "internal/cfg", "internal/codedigest", "internal/repair"},
	{"internal/ssa", "internal/execution"},
	{"internal/callgraph"},
	{"internal/unit"},
	{"absint/internal/platform", "absint/internal/memo", "absint/internal/generic"},
	{"absint/internal/expr"},
	{"absint/internal/progdb"},
	{"absint/internal/objectflow"},
	{"absint/internal/effects"},
	{"absint/internal/contracts", "absint/internal/code"},
	{"absint/internal/contents"},
	{"absint/internal/symval"},
	{"absint/internal/stated", "absint/internal/overflow", "absint/internal/callvalues", "absint/internal/bigshift", "absint/internal/marks", "absint/internal/joint"},
	{"absint/internal/visited"},
	{"absint/internal/heapsize", "absint/internal/firstpass"},
	{"absint/internal/affine", "absint/internal/powers", "absint/internal/circular", "absint/internal/cellcounter", "absint/internal/textloop", "absint/internal/chunked", "absint/internal/patternswitch", "absint/internal/either", "absint/internal/treewalk", "absint/internal/unlinking", "absint/internal/sift", "absint/internal/sortflag"},
	{"absint/internal/removal", "absint/internal/eviction"},
	{"absint/internal/loopbound", "absint/internal/exceptions"},
	{"absint/internal/inline"},
	{"absint/internal/callees"},
	{"absint/internal/cost"},
	{"absint/internal/interproc"},
	{"absint/internal/recursion"},
	{"absint/internal/libsummary"},
	{"absint"},
	{"models/formula"},
	{"models"},
	{"models/library", "models/fit", "internal/summaries"},
	{"models/calibrate"},
	{"internal/config"},
	{"internal/budget"},
	{"rules/evidence", "rules/worth"},
	{"internal/scaffold"},
	{"rules", "internal/measure"},
	{"internal/driver", "internal/energy/result"},
	{"internal/snapshot"},
	{"sarif", "internal/energy"},
	{"internal/difference", "internal/similar", "internal/suggest"},
	{"internal/report", "internal/github"},
	{"internal/validate"},
	{"internal/cli"},
	{"cmd/energylint"},
}

// tools are packages of the development of energylint. Nothing that is shipped imports them.
var tools = []string{
	"absint/internal/absinttest", "absint/internal/exprtest", "examples", "internal/attack", "internal/bench", "internal/boundtable", "internal/built", "internal/compareresults", "internal/corpus", "internal/coverage", "internal/docgen", "internal/findingsample", "internal/fixtures", "internal/github/githubtest", "internal/lint", "internal/metering", "internal/multitool", "internal/mutants", "internal/namerates",
	"internal/observe", "internal/pagemarks", "internal/randjava", "internal/randprog", "internal/repocheck", "internal/samplereport", "internal/testsummary", "internal/tier", "internal/verdicts",
	"script/commentpicture", "script/jdksummaries", "script/librarycosts", "script/libraryrank", "script/manpages", "script/sbom", "script/selfcalls",
}

// forbidden are imports that the order would allow and the design does not: absint knows no joules, models knows no
// bytecode, rules know no output format, internal/report writes results and computes none.
var forbidden = map[string][]string{
	"absint": {"internal/quantity"},

	"absint/internal/expr": {"internal/classfile", "internal/cfg", "internal/ssa", "internal/callgraph", "absint/internal/platform"},
	"absint/internal/cost": {"absint/internal/platform"},
	"models":               {"internal/archive", "internal/classfile", "internal/cfg", "internal/ssa", "internal/callgraph"},
	"rules":                {"internal/archive", "sarif", "internal/report"},

	"internal/report": {"absint", "internal/energy"},
}

// TestImportDirection fails on an import that points down the list of layers.
func TestImportDirection(t *testing.T) {
	for _, p := range packages(t) {
		if problem := checkImports(p.path, p.imports); problem != "" {
			t.Error(problem)
		}
	}
}

func checkImports(pkg string, imports []string) string {
	if slices.Contains(tools, pkg) {
		return ""
	}
	own := layerOf(pkg)
	if own < 0 {
		return fmt.Sprintf("%s has no place in the order of packages: give it one in layers", pkg)
	}
	var problems []string
	for _, imported := range imports {
		switch {
		case slices.Contains(tools, imported):
			problems = append(problems, fmt.Sprintf("%s imports %s, which only serves development", pkg, imported))
		case samePackageTree(pkg, imported):
		case layerOf(imported) >= own:
			problems = append(problems, fmt.Sprintf("%s imports %s, which is not above it", pkg, imported))
		case keptApart(pkg, imported):
			problems = append(problems, fmt.Sprintf("%s imports %s: the design keeps them apart", pkg, imported))
		}
	}
	return strings.Join(problems, "\n")
}

// keptApart reports whether a package, or one that it is in, is not to know another.
func keptApart(pkg, imported string) bool {
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		if slices.Contains(forbidden[dir], imported) {
			return true
		}
	}
	return false
}

// layerOf returns the line of the package, or of the nearest directory above it that has one; -1 for none.
func layerOf(pkg string) int {
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		for i, layer := range layers {
			if slices.Contains(layer, dir) {
				return i
			}
		}
	}
	return -1
}

// samePackageTree reports whether one package is inside the other's directory and has no line of its own.
func samePackageTree(a, b string) bool {
	return layerOf(a) == layerOf(b) && (strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/"))
}

// TestCheckImports shows that the check finds what it looks for.
func TestCheckImports(t *testing.T) {
	tests := []struct{ pkg, imported, want string }{
		{"rules", "absint", ""},
		{"internal/cli", "sarif", ""},
		{"models", "absint", ""},
		{"internal/spec/expression", "internal/spec", ""},
		{"absint", "internal/spec", ""},
		{"absint", "models", "absint imports models, which is not above it"},
		{"rules", "internal/energy", "rules imports internal/energy, which is not above it"},
		{"models/fit", "internal/cfg", "models/fit imports internal/cfg: the design keeps them apart"},
		{"sarif", "internal/report", "sarif imports internal/report, which is not above it"},
		{"internal/energy", "internal/report", "internal/energy imports internal/report, which is not above it"},
		{"internal/report", "internal/energy", "internal/report imports internal/energy: the design keeps them apart"},
		{"internal/report", "internal/energy/result", ""},
		{"models", "internal/classfile", "models imports internal/classfile: the design keeps them apart"},
		{"rules", "internal/docgen", "rules imports internal/docgen, which only serves development"},
		{"internal/stray", "rules", "internal/stray has no place in the order of packages: give it one in layers"},
	}
	for _, test := range tests {
		if got := checkImports(test.pkg, []string{test.imported}); got != test.want {
			t.Errorf("%s importing %s: got %q, want %q", test.pkg, test.imported, got, test.want)
		}
	}
}
