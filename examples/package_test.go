package examples

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// checkPackage unpacks the Debian package of a release and runs the program in it, its completion in bash, and man over a page.
func checkPackage(t *testing.T, dist string) {
	t.Helper()
	if !available("dpkg-deb") {
		t.Log("there is no dpkg-deb: the Debian package is not made")
		return
	}
	deb := filepath.Join(dist, "energylint_0.0.1_"+runtime.GOARCH+".deb")
	root := t.TempDir()
	command := func(name string, args ...string) string {
		t.Helper()
		output, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, output)
		}
		return string(output)
	}
	command("dpkg-deb", "-x", deb, root)
	control := command("dpkg-deb", "-f", deb)
	for _, want := range []string{"Package: energylint\n", "Version: 0.0.1\n", "Architecture: " + runtime.GOARCH + "\n"} {
		if !strings.Contains(control, want) {
			t.Errorf("the package has no %q:\n%s", want, control)
		}
	}
	bin := filepath.Join(root, "usr", "bin")
	if got := command(filepath.Join(bin, "energylint"), "version"); got != "energylint v0.0.1\n" {
		t.Errorf("the package's program is %q", got)
	}
	for _, name := range []string{
		"man/man1/energylint-check.1.gz", "zsh/vendor-completions/_energylint", "fish/vendor_completions.d/energylint.fish", "doc/energylint/copyright", "doc/energylint/changelog.gz",
	} {
		if info, err := os.Stat(filepath.Join(root, "usr", "share", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	page := command("sh", "-c", `gzip -dc "$0"`, filepath.Join(root, "usr/share/man/man1/energylint-check.1.gz"))
	if !strings.Contains(page, `.TH "ENERGYLINT" "1"`) || !strings.Contains(page, "new-from-rev") {
		t.Errorf("the manual page of check:\n%.300s", page)
	}
	if !available("bash") {
		t.Log("there is no bash: its completion is not run")
		return
	}
	// What bash runs at a tab, but for bash-completion's own functions.
	script := `_get_comp_words_by_ref() { cur=--mod; prev=check; words=(energylint check --mod); cword=2; }
__ltrim_colon_completions() { :; }
_filedir() { :; }
PATH=$1:$PATH
. "$2"
COMP_TYPE=9 COMP_LINE='energylint check --mod' COMP_POINT=22
__start_energylint
printf '%s\n' "${COMPREPLY[@]}"`
	if got := command("bash", "-c", script, "bash", bin, filepath.Join(root, "usr/share/bash-completion/completions/energylint")); !strings.Contains(got, "--model") {
		t.Errorf("bash completes %q", got)
	}
}

// TestBillOfMaterials holds the bill of materials against what CycloneDX asks of one, and against what the program has linked.
func TestBillOfMaterials(t *testing.T) {
	tier.Slow(t, tier.Build)
	cmd := exec.Command("go", "run", "./script/sbom", "1.2.3")
	cmd.Dir = ".."
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var bom struct {
		BOMFormat, SpecVersion string
		Version                int
		Metadata               struct {
			Component struct{ Name, Version, Type string }
		}
		Components []struct {
			Type, Name, Version, PURL string
			Ref                       string `json:"bom-ref"`
		}
	}
	if err := json.Unmarshal(output, &bom); err != nil {
		t.Fatal(err)
	}
	if bom.BOMFormat != "CycloneDX" || bom.SpecVersion != "1.6" || bom.Version != 1 || bom.Metadata.Component.Version != "v1.2.3" || bom.Metadata.Component.Type != "application" {
		t.Errorf("%+v", bom.Metadata)
	}
	purl := regexp.MustCompile(`^pkg:golang/[^@\s]+@[^@\s]+$`)
	refs := map[string]bool{}
	for _, c := range bom.Components {
		if c.Type != "library" || c.Name == "" || c.Version == "" || !purl.MatchString(c.PURL) || c.Ref == "" || refs[c.Ref] {
			t.Errorf("%+v", c)
		}
		refs[c.Ref] = true
	}
	linked, err := exec.Command("go", "version", "-m", energylint).Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := regexp.MustCompile(`(?m)^\tdep\t(\S+)\t(\S+)`).FindAllStringSubmatch(string(linked), -1)
	if len(modules) == 0 {
		t.Errorf("no module is linked:\n%s", linked)
	}
	for _, m := range modules {
		if !refs["pkg:golang/"+m[1]+"@"+m[2]] {
			t.Errorf("%s %s is linked, and is not in the bill of materials", m[1], m[2])
		}
	}
}
