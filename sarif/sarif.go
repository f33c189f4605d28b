// Package sarif writes a report as SARIF 2.1.0, the format of code scanning (OASIS, Static Analysis Results
// Interchange Format 2.1.0). The log keeps to the subset and the limits that GitHub documents for uploads.
package sarif

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// The limits of GitHub code scanning: what exceeds them is rejected or not shown.
const (
	maxResults      = 5000     // shown of a run; 25,000 are accepted
	maxFlow         = 1000     // thread flow locations shown of a result; 10,000 are accepted
	maxRelated      = 100      // locations shown of a result
	maxTags         = 10       // tags shown of a rule
	maxCompressed   = 10 << 20 // bytes of the upload, gzipped
	informationURI  = "https://github.com/energylint/energylint"
	schemaURI       = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sourceRoot      = "%SRCROOT%"
	fingerprintName = "energylint/v1"
)

// Repository is the checkout that the report is about.
type Repository struct {
	URI      string // absolute, https://github.com/acme/codec
	Revision string // commit
	Branch   string // may be empty
}

// Options are what the report does not know itself. The zero value is fit for code scanning.
type Options struct {
	// Category tells uploads of one commit apart (modules, JDKs); empty means "energylint".
	Category string
	// Repository is nil outside version control.
	Repository *Repository
	// ReadSource returns a source file by the File of its location. Nil reads it below the report's Root.
	ReadSource func(file string) ([]byte, error)
	// MaxResults is how many results are written at most: 0 means 5,000, which is what GitHub shows; a negative
	// number means all.
	MaxResults int
}

// Write writes r as one SARIF log with one run. Findings keep the order of the report. Where there are more than a
// limit allows, the least severe ones with the least saving are left out, and a notification says how many.
// The same report gives the same bytes.
func Write(w io.Writer, r *finding.Report, o Options) error {
	if o.ReadSource == nil {
		o.ReadSource = func(file string) ([]byte, error) {
			return files.In(r.Root).Read(filepath.Join(r.Root, filepath.FromSlash(file)), files.MaxSource)
		}
	}
	limit := o.MaxResults
	switch {
	case limit == 0:
		limit = maxResults
	case limit < 0:
		limit = len(r.Findings)
	}
	for {
		log, err := encode(r, o, limit)
		if err != nil {
			return err
		}
		if size := compressedSize(log); size > maxCompressed && limit > 0 && o.MaxResults >= 0 {
			// The size grows with the results, so this ends after a step or two.
			limit = int(float64(min(limit, len(r.Findings))) * 0.9 * maxCompressed / float64(size))
			continue
		}
		if _, err := w.Write(log); err != nil {
			return fmt.Errorf("write SARIF: %w", err)
		}
		return nil
	}
}

func encode(r *finding.Report, o Options, limit int) ([]byte, error) {
	b := &builder{report: r, options: o, ruleIndex: map[string]uint{}, lines: map[string][]string{}}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(log{Schema: schemaURI, Version: string(sarif.Version210), Runs: []run{b.run(limit)}}); err != nil {
		return nil, fmt.Errorf("encode SARIF: %w", err)
	}
	return jsonsafe.Escape(buf.Bytes()), nil
}

func compressedSize(b []byte) int {
	if len(b) < maxCompressed {
		return len(b)
	}
	var n counter
	z := gzip.NewWriter(&n)
	_, _ = z.Write(b) // neither the counter nor gzip over it can fail
	_ = z.Close()
	return int(n)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// The types below replace three of the library's: its suppression writes null for what is not set, which the
// schema forbids.
type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	*sarif.Run
	Results []result `json:"results"`
}

type result struct {
	*sarif.Result
	// Suppressions is empty for a result that is not suppressed; absent would mean that nobody knows.
	Suppressions []suppression `json:"suppressions"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}
