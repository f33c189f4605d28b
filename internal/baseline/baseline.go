// Package baseline keeps the findings that a project knows about and does not want to hear of again.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// Schema names the format of the file.
const Schema = "energylint/baseline/1"

// Entry is one known finding. Only Fingerprint matters for matching; the rest is for whoever reads the file or its
// difference in a review.
type Entry struct {
	Rule        string `json:"rule"`
	Class       string `json:"class"`
	Method      string `json:"method,omitempty"`
	Subject     string `json:"subject,omitempty"`
	Fingerprint string `json:"fingerprint"`
}

// Baseline is a set of known findings.
type Baseline struct{ Entries []Entry }

type file struct {
	Schema   string  `json:"schema"`
	Findings []Entry `json:"findings"`
}

// Document is what the file is made of, for its JSON Schema.
func Document() any { return &file{} }

// From makes a baseline of findings. Those that are suppressed or off are left out: they are not reported without a
// baseline either.
func From(fs []finding.Finding) *Baseline {
	b := &Baseline{}
	prints := finding.Fingerprints(fs)
	for i, f := range fs {
		f.Baseline = ""
		if !f.Active() {
			continue
		}
		b.Entries = append(b.Entries, Entry{
			Rule: f.Rule, Class: f.Method().ClassName(), Method: f.Method().Signature(), Subject: f.Subject, Fingerprint: prints[i],
		})
	}
	slices.SortFunc(b.Entries, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.Class, y.Class), cmp.Compare(x.Method, y.Method), cmp.Compare(x.Rule, y.Rule),
			cmp.Compare(x.Subject, y.Subject), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	return b
}

// Mark sets Baseline of every finding to "unchanged" where b has it and to "new" where it has not, and returns how
// many entries of b no finding matches. What is "unchanged" already stays so.
func (b *Baseline) Mark(fs []finding.Finding) (absent int) {
	unmatched := map[string]bool{}
	for _, e := range b.Entries {
		unmatched[e.Fingerprint] = true
	}
	known := len(unmatched)
	for i, print := range finding.Fingerprints(fs) {
		left, ok := unmatched[print]
		if fs[i].Baseline != "unchanged" {
			fs[i].Baseline = "new"
		}
		if ok {
			fs[i].Baseline = "unchanged"
			if left {
				unmatched[print] = false
				known--
			}
		}
	}
	return known
}

// Parse reads a baseline; name says in errors where it is from.
func Parse(data []byte, name string) (*Baseline, error) {
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: line %d: not a baseline: %w; make a new one with --write-baseline", name, lineAt(data, err, d.InputOffset()), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: line %d: text behind the end of the baseline", name, lineAt(data, nil, d.InputOffset()))
	}
	if f.Schema != Schema {
		return nil, fmt.Errorf("%s: the schema is %q, this version reads %q; make a new one with --write-baseline", name, f.Schema, Schema)
	}
	for i, e := range f.Findings {
		if e.Fingerprint == "" {
			return nil, fmt.Errorf("%s: finding %d (%s in %s) has no fingerprint", name, i+1, e.Rule, e.Class)
		}
	}
	return &Baseline{Entries: f.Findings}, nil
}

// lineAt is the line of an error in JSON.
func lineAt(data []byte, err error, offset int64) int {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typ):
		offset = typ.Offset
	}
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}

// Read reads a baseline file of a tree, nil for the file system.
func Read(tree *files.Tree, path string) (*Baseline, error) {
	data, err := tree.Read(path, files.MaxData)
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %s: %s", path, files.Reason(err))
	}
	return Parse(data, path)
}

// Encode writes b as JSON: the same findings give the same bytes.
func (b *Baseline) Encode(w io.Writer) error {
	var doc bytes.Buffer
	e := json.NewEncoder(&doc)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	f := file{Schema: Schema, Findings: b.Entries}
	if f.Findings == nil {
		f.Findings = []Entry{}
	}
	err := e.Encode(f)
	if err == nil {
		_, err = w.Write(jsonsafe.Escape(doc.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return nil
}

// WriteFile replaces a baseline file, all of it or nothing.
func (b *Baseline) WriteFile(path string) error {
	var buf bytes.Buffer
	if err := b.Encode(&buf); err != nil {
		return err
	}
	if err := atomicfile.Write(path, buf.Bytes()); err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	return nil
}
