package fit

import (
	"fmt"
	"slices"
	"strings"
)

// Provenance says what observations were made with, for a model's file.
type Provenance struct {
	Meter, JVM, Flags, Date string
}

// ReadProvenance reads the comments "# meter: ..." of a table of observations, as model calibrate writes them: those above
// the header, and those further down that begin with "# device: ...", where the observations of another device begin.
// What is not the same for all devices is given for each.
func ReadProvenance(data []byte) Provenance {
	type block map[string]string
	var blocks []block
	head, inBlock := true, true // above the header; in a block of comments
	for line := range strings.Lines(string(data)) {
		text, comment := strings.CutPrefix(line, "#")
		if !comment {
			head = head && strings.TrimSpace(line) == ""
			inBlock = head
			continue
		}
		key, value, ok := strings.Cut(text, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok {
			continue
		}
		if key == "device" && (!inBlock || len(blocks) == 0 || blocks[len(blocks)-1]["device"] != "") || len(blocks) == 0 && inBlock {
			blocks = append(blocks, block{})
			inBlock = true
		}
		if inBlock {
			blocks[len(blocks)-1][key] = value
		}
	}
	for _, b := range blocks {
		if j := b["joules per instruction"]; j != "" && b["meter"] != "" {
			b["meter"] += fmt.Sprintf(", times %s J per instruction", j)
		}
	}
	of := func(key string) string {
		var values, named []string
		for _, b := range blocks {
			v := b[key]
			if v == "" {
				continue
			}
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
			if b["device"] != "" {
				v = b["device"] + ": " + v
			}
			named = append(named, v)
		}
		if len(values) == 1 {
			return values[0]
		}
		return strings.Join(named, "; ")
	}
	return Provenance{Meter: of("meter"), JVM: of("jvm"), Flags: of("flags"), Date: of("date")}
}
