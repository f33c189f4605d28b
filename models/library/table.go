package library

import (
	"strconv"
	"strings"
)

// readPlain reads a table that is written as script/librarycosts writes them, one key or cost on a line: that takes a
// hundredth of the time of reading TOML. ok is false for any other table.
func readPlain(text string) (m methodText, ok bool) {
	const cost = "    { pattern = ["
	inCost := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case inCost && line == "]":
			inCost = false
		case inCost:
			rest, ok := strings.CutPrefix(line, cost)
			if !ok {
				return m, false
			}
			names, count, ok := strings.Cut(rest, `], count = "`)
			if !ok {
				return m, false
			}
			item := itemText{Pattern: make([]string, 0, 3)}
			if item.Count, ok = strings.CutSuffix(count, `" },`); !ok || strings.ContainsAny(item.Count, `\"`) {
				return m, false
			}
			for name := range strings.SplitSeq(names, ", ") {
				if len(name) < 2 || name[0] != '"' || name[len(name)-1] != '"' || strings.ContainsAny(name[1:len(name)-1], `\"`) {
					return m, false
				}
				item.Pattern = append(item.Pattern, name[1:len(name)-1])
			}
			m.Cost = append(m.Cost, item)
		case line == "cost = [":
			inCost = true
		case line == "" || line == "[[method]]":
		default:
			if !m.key(line) {
				return m, false
			}
		}
	}
	return m, !inCost
}

// key reads a line with a key and a string, or the list of the key also.
func (m *methodText) key(line string) bool {
	name, value, ok := strings.Cut(line, " = ")
	if !ok {
		return false
	}
	if name == "closed" && value == "true" {
		m.Closed = true
		return true
	}
	if name == "also" {
		list, ok := strings.CutPrefix(value, "[")
		if list, ok2 := strings.CutSuffix(list, "]"); ok && ok2 {
			for s := range strings.SplitSeq(list, ", ") {
				owner, err := strconv.Unquote(s)
				if err != nil {
					return false
				}
				m.Also = append(m.Also, owner)
			}
			return true
		}
		return false
	}
	to := map[string]*string{
		"method": &m.Method, "made_by": &m.MadeBy, "case": &m.Case, "returns": &m.Returns, "result_size": &m.ResultSize,
		"receiver_size": &m.ReceiverSize, "basis": &m.Basis,
	}[name]
	if to == nil || !strings.HasPrefix(value, `"`) || strings.ContainsRune(value, '\\') {
		return false
	}
	s, err := strconv.Unquote(value)
	if err != nil {
		return false
	}
	*to = s
	return true
}
