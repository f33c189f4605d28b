package archive

import (
	"bytes"
	"strconv"
	"strings"
)

const versionsDir = "META-INF/versions/"

// appRank is the rank of a class in WEB-INF/classes or BOOT-INF/classes.
const appRank = 1

// place is where a class file lies in an archive or class directory: the class that it is for, and how it ranks
// among several files for that class.
type place struct {
	class string
	rank  int // 0 the root, appRank the application's classes, 9 and more a release
}

// placeOf works out the place of the entry called name; ok is false where it is no class that can be loaded:
// below META-INF, versions of a jar that is not multi-release or of a newer release, and module-info, which has
// no code.
func placeOf(name string, multiRelease bool, release int) (p place, ok bool) {
	class, ok := strings.CutSuffix(name, ".class")
	if !ok || class == "" {
		return p, false
	}
	p.class = class
	for _, dir := range [...]string{"WEB-INF/classes/", "BOOT-INF/classes/"} {
		if c, ok := strings.CutPrefix(class, dir); ok {
			p = place{c, appRank}
		}
	}
	if v, ok := strings.CutPrefix(p.class, versionsDir); ok && p.rank == 0 {
		number, c, ok := strings.Cut(v, "/")
		n, err := strconv.Atoi(number)
		if !multiRelease || !ok || err != nil || n < 9 || release > 0 && n > release {
			return p, false
		}
		p = place{c, n}
	}
	if strings.HasPrefix(p.class, "META-INF/") || p.class == "" {
		return p, false
	}
	return p, p.class != "module-info" && !strings.HasSuffix(p.class, "/module-info")
}

// isMultiRelease reports whether a manifest's main section has Multi-Release: true (JAR file specification,
// "Multi-release JAR files"). Names of attributes are case-insensitive; lines that start with a space continue
// the one before.
func isMultiRelease(manifest []byte) bool {
	manifest = bytes.ReplaceAll(manifest, []byte("\r\n"), []byte("\n"))
	manifest = bytes.ReplaceAll(manifest, []byte("\r"), []byte("\n"))
	if i := bytes.Index(manifest, []byte("\n\n")); i >= 0 {
		manifest = manifest[:i]
	}
	manifest = bytes.ReplaceAll(manifest, []byte("\n "), nil)
	for line := range bytes.Lines(manifest) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Multi-Release")) {
			return bytes.EqualFold(bytes.TrimSpace(value), []byte("true"))
		}
	}
	return false
}
