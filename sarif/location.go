package sarif

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/energylint/energylint/internal/finding"
)

// location writes l; primary locations have to have a region, GitHub shows nothing without.
func (b *builder) location(l finding.Location, primary bool) *sarif.Location {
	physical := &sarif.PhysicalLocation{ArtifactLocation: b.artifact(l)}
	if l.Line > 0 || primary {
		line := max(l.Line, 1)
		physical.Region = &sarif.Region{StartLine: &line}
		if l.Column > 0 {
			physical.Region.StartColumn = &l.Column
		}
	}
	out := &sarif.Location{PhysicalLocation: physical, LogicalLocations: logical(l)}
	if l.Message != "" || !primary {
		msg := l.Message
		if msg == "" {
			msg = l.QualifiedSignature()
		}
		if msg == "" {
			msg = l.Path()
		}
		out.Message = message(msg)
	}
	return out
}

// logical names the method in the source's and in the class file's way.
func logical(l finding.Location) []*sarif.LogicalLocation {
	if l.Class == "" {
		return nil
	}
	name, decorated, kind := path.Base(l.Class), l.Class, "type"
	if l.Method != "" {
		name, decorated, kind = l.Method, l.Class+"."+l.Method+l.Desc, "function"
	}
	return []*sarif.LogicalLocation{{Name: &name, FullyQualifiedName: text(l.QualifiedSignature()), DecoratedName: &decorated, Kind: &kind}}
}

func (b *builder) artifact(l finding.Location) *sarif.ArtifactLocation {
	uri := relativeURI(l.Path(), b.report.Root)
	if uri == "" && l.Class != "" {
		l.File = ""
		uri = relativeURI(l.Path(), b.report.Root)
	}
	if uri == "" {
		uri = escape(path.Base(filepath.ToSlash(l.Path())))
	}
	return artifact(uri)
}

func artifact(uri string) *sarif.ArtifactLocation {
	return &sarif.ArtifactLocation{URI: &uri, URIBaseId: text(sourceRoot)}
}

// relativeURI is the URI reference of a file relative to root, empty where the file is not below it. A path inside
// an archive, app.jar!/a/B.class, becomes the archive's.
func relativeURI(file, root string) string {
	file, _, _ = strings.Cut(file, "!/")
	if filepath.IsAbs(file) {
		rel, err := filepath.Rel(root, file)
		if err != nil || !filepath.IsAbs(root) {
			return ""
		}
		file = rel
	}
	file = path.Clean(filepath.ToSlash(file))
	if file == "." || file == ".." || strings.HasPrefix(file, "../") || strings.HasPrefix(file, "/") {
		return ""
	}
	return escape(file)
}

// escape percent-encodes a slash-separated path for a URI reference (RFC 3986). A colon in the first segment would
// read as a scheme, and the checkers do not accept brackets anywhere.
func escape(file string) string {
	u := (&url.URL{Path: strings.ToValidUTF8(file, "\uFFFD")}).EscapedPath()
	return strings.NewReplacer(":", "%3A", "[", "%5B", "]", "%5D").Replace(u)
}
