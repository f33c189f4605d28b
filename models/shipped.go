package models

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/tomlline"
)

//go:embed shipped/*.toml shipped/*.tsv
var shipped embed.FS

// Names returns the names of the shipped models, sorted.
func Names() []string {
	entries, _ := shipped.ReadDir("shipped") // embedded: cannot fail
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".toml"); ok {
			names = append(names, name)
		}
	}
	return names
}

var loaded sync.Map // name -> func() (*Model, error)

// Load returns the shipped model of that name, checked. An unknown name is an error that lists what there is.
func Load(name string) (*Model, error) {
	data, err := shipped.ReadFile(path.Join("shipped", name+".toml"))
	if err != nil || strings.ContainsAny(name, "/\\") {
		text := fmt.Sprintf("there is no shipped model %q", name)
		if near := tomlline.Nearest(name, Names()); near != "" {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, fmt.Errorf("%s (shipped: %s; a model of your own is given as a file)", text, strings.Join(Names(), ", "))
	}
	once, _ := loaded.LoadOrStore(name, sync.OnceValues(func() (*Model, error) {
		return parse(name+".toml", data, openShipped, 0)
	}))
	return once.(func() (*Model, error))()
}

func openShipped(file string) ([]byte, error) {
	return shipped.ReadFile(path.Join("shipped", path.Base(file)))
}
