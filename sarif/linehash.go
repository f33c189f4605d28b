package sarif

import (
	"strconv"
	"unicode/utf16"

	"github.com/energylint/energylint/internal/finding"
)

// hashedUnits is how many characters, from the start of a line on, its hash covers.
const hashedUnits = 100

// lineHash is the fingerprint that GitHub's tools give to the line of l, empty where its source is not there.
func (b *builder) lineHash(l finding.Location) string {
	if !l.Source || l.File == "" {
		return ""
	}
	hashes, ok := b.lines[l.File]
	if !ok {
		if src, err := b.options.ReadSource(l.File); err == nil {
			hashes = lineHashes(src)
		}
		b.lines[l.File] = hashes
	}
	line := max(l.Line, 1)
	if line > len(hashes) {
		return ""
	}
	return hashes[line-1]
}

// lineHashes gives every line of a file the hash that CodeQL and GitHub's upload action call
// primaryLocationLineHash. Blanks and tabs do not count and line ends are line feeds; a line's hash is the
// polynomial of base 37, modulo 2^64, over the 100 UTF-16 units from its start on, where the file's end counts as
// 0xFFFF and zeros follow. Lines with the same hash are numbered. It therefore survives shifts of lines and changes
// of indentation.
func lineHashes(src []byte) []string {
	var units []uint16
	starts := []int{0}
	afterCR := false
	for _, u := range utf16.Encode([]rune(string(src))) {
		switch {
		case u == ' ' || u == '\t':
			afterCR = false
			continue
		case u == '\n' && afterCR:
			afterCR = false
			continue
		}
		afterCR = u == '\r'
		if afterCR {
			u = '\n'
		}
		units = append(units, u)
		if u == '\n' {
			starts = append(starts, len(units))
		}
	}
	units = append(units, 0xFFFF)
	seen := map[uint64]int{}
	hashes := make([]string, len(starts))
	for i, start := range starts {
		var h uint64
		for j := start; j < start+hashedUnits; j++ {
			h *= 37
			if j < len(units) {
				h += uint64(units[j])
			}
		}
		seen[h]++
		hashes[i] = strconv.FormatUint(h, 16) + ":" + strconv.Itoa(seen[h])
	}
	return hashes
}
