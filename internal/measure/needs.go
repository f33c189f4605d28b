package measure

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/rules/evidence"
)

// Possible returns the pairs that have what they need, and says of the others what they lack. classPath are jars.
func Possible(pairs []*evidence.Pair, classPath []string) (possible []*evidence.Pair, missing []string, err error) {
	classes := map[string]bool{}
	for _, jar := range classPath {
		if err := addClasses(classes, jar); err != nil {
			return nil, nil, err
		}
	}
	for _, p := range pairs {
		switch {
		case p.Needs != "" && !classes[strings.ReplaceAll(p.Needs, ".", "/")+".class"]:
			missing = append(missing, fmt.Sprintf("%s is left out: no jar of --classpath has the class %s", p.Key, p.Needs))
		case p.Given != "" && os.Getenv(p.Given) == "":
			missing = append(missing, fmt.Sprintf("%s is left out: the environment variable %s is not set", p.Key, p.Given))
		default:
			possible = append(possible, p)
		}
	}
	return possible, missing, nil
}

// addClasses adds the names of the files in a jar.
func addClasses(names map[string]bool, jar string) error {
	r, err := zip.OpenReader(jar)
	if err != nil {
		return fmt.Errorf("--classpath %s: %w", jar, err)
	}
	defer r.Close()
	for _, f := range r.File {
		names[f.Name] = true
	}
	return nil
}

// joinPath writes a class path.
func joinPath(dir string, jars []string) string {
	return strings.Join(slices.Concat([]string{dir}, jars), string(filepath.ListSeparator))
}
