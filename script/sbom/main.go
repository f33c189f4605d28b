// Sbom prints the bill of materials of a release as CycloneDX JSON (https://cyclonedx.org/docs/1.6/json): the modules
// of the packages that the program is linked from, on any system that is released. The same commit gives the same bytes.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// systems are those that script/release builds for, as GOOS/GOARCH/CGO_ENABLED.
var systems = []string{
	"linux/amd64/0", "linux/arm64/0", "darwin/amd64/0", "darwin/arm64/0", "windows/amd64/0", "windows/arm64/0", "linux/amd64/1",
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
}

type bom struct {
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION")
		os.Exit(2)
	}
	if err := run(os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, version string) error {
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Components: []component{}}
	b.Metadata.Component = of("application", "github.com/energylint/energylint", "v"+version)
	seen := make(map[component]bool)
	for _, s := range systems {
		modules, err := linked(s)
		if err != nil {
			return err
		}
		for _, c := range modules {
			if !seen[c] {
				seen[c] = true
				b.Components = append(b.Components, c)
			}
		}
	}
	slices.SortFunc(b.Components, func(x, y component) int { return strings.Compare(x.Ref, y.Ref) })
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(b)
}

// linked lists the modules of the program on a system, and Go's standard library.
func linked(system string) ([]component, error) {
	part := strings.Split(system, "/")
	cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/energylint")
	cmd.Env = append(os.Environ(), "GOOS="+part[0], "GOARCH="+part[1], "CGO_ENABLED="+part[2])
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w", system, err)
	}
	goVersion, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return nil, err
	}
	list := []component{of("library", "std", strings.TrimPrefix(strings.TrimSpace(string(goVersion)), "go"))}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Module *struct {
				Path, Version string
				Main          bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil && !p.Module.Main {
			list = append(list, of("library", p.Module.Path, p.Module.Version))
		}
	}
}

func of(kind, name, version string) component {
	purl := "pkg:golang/" + name + "@" + version
	return component{Type: kind, Ref: purl, Name: name, Version: version, PURL: purl}
}
