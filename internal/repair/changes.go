package repair

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/source"
)

// Change is a source file with the repairs of its findings.
type Change struct {
	File     string // as in the locations of the findings
	Old, New []byte
	Done     []finding.Finding // whose repairs are in New
	Later    []finding.Finding // whose repairs overlap those
	path     string
	tree     *files.Tree
}

// Changes returns, by file, what the repairs of findings make of the sources below root.
func Changes(root string, findings []finding.Finding) ([]Change, error) {
	var changes []Change
	byFile := map[string][]finding.Finding{}
	var order []string
	for _, f := range findings {
		if f.Fix == nil || len(f.Fix.Edits) == 0 {
			continue
		}
		if byFile[f.Location.File] == nil {
			order = append(order, f.Location.File)
		}
		byFile[f.Location.File] = append(byFile[f.Location.File], f)
	}
	slices.Sort(order)
	for _, file := range order {
		c := Change{File: file, path: filepath.Join(root, filepath.FromSlash(file)), tree: files.In(root)}
		var err error
		if c.Old, err = c.tree.Read(c.path, files.MaxSource); err != nil {
			return nil, fmt.Errorf("%s: %s", file, files.Reason(err))
		}
		var fixes []*finding.Fix
		for _, f := range byFile[file] {
			fixes = append(fixes, f.Fix)
		}
		var taken []bool
		c.New, taken = Apply(c.Old, fixes)
		for i, f := range byFile[file] {
			if taken[i] {
				c.Done = append(c.Done, f)
			} else {
				c.Later = append(c.Later, f)
			}
		}
		if _, err := source.Tree(c.New); err != nil {
			return nil, fmt.Errorf("%s: the repaired source is not read as Java, and nothing is changed: please report this", file)
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// Diff returns the change as a unified difference.
func (c *Change) Diff() []byte { return diff.Diff("a/"+c.File, c.Old, "b/"+c.File, c.New) }

// Write replaces the file as a whole. It fails where the file is no longer what was repaired.
func (c *Change) Write() error {
	now, err := c.tree.Read(c.path, files.MaxSource)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s", c.File, files.Reason(err))
	case !bytes.Equal(now, c.Old):
		return fmt.Errorf("%s: it was changed in the meantime, and is left as it is", c.File)
	}
	if err := c.tree.Write(c.path, c.New); err != nil {
		return fmt.Errorf("%s: %s", c.File, files.Reason(err))
	}
	return nil
}
