package methodpattern

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentedPatterns holds the table in docs/configuration.md against what patterns match.
func TestDocumentedPatterns(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| pattern | matches | does not match |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	code := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.Contains(line, "---") {
			continue
		}
		rows++
		p, err := Compile(code.FindStringSubmatch(cells[1])[1])
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{true, false} {
			for _, m := range code.FindAllStringSubmatch(cells[2+i], -1) {
				method, params, _ := strings.Cut(strings.TrimSuffix(m[1], ")"), "(")
				dot := strings.LastIndexByte(method, '.')
				desc := "("
				for param := range strings.SplitSeq(params, ",") {
					desc += map[string]string{"": "", "int": "I", "byte[]": "[B"}[param]
				}
				class := strings.ReplaceAll(method[:dot], ".", "/")
				if class = strings.Replace(class, "Codec/Table", "Codec$Table", 1); p.Match(class, method[dot+1:], desc+")V") != want {
					t.Errorf("%s matches %s: %t, the page says %t", cells[1], m[1], !want, want)
				}
			}
		}
	}
	if rows < 8 {
		t.Errorf("the table has %d rows", rows)
	}
}
