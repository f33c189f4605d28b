package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// TestOtherSource: no line of a file is shown that is not the source of the classes; the file's heading says how that is known.
func TestOtherSource(t *testing.T) {
	source := strings.Split(`/*
 * All names.
 */
class Names {
    // One by one.
    int f() {
        int a = 6

            * 7; /* seven */
        String s = "/* no comment";
        String u = "http://example.com";
        /* one line */
        return a;
    }
}`, "\n")
	tests := []struct {
		line       int
		rule, want string
	}{
		{1, "EL1001", "  is not what was compiled: line 1 is a comment"},
		{2, "EL1001", "  is not what was compiled: line 2 is a comment"},
		{3, "EL1001", "  is not what was compiled: line 3 is a comment"},
		{4, "EL1001", ""},
		{5, "EL1001", "  is not what was compiled: line 5 is a comment"},
		{7, "EL1001", ""},
		{8, "EL1001", "  is not what was compiled: line 8 is empty"},
		{9, "EL1001", ""},
		{10, "EL1001", ""},
		{11, "EL1001", ""},
		{12, "EL1001", "  is not what was compiled: line 12 is a comment"},
		{13, "EL1001", ""},
		{16, "EL1001", "  is not what was compiled: it has no line 16"},
		{2, "EL0004", ""}, // a specification is a comment
	}
	for _, test := range tests {
		r := &finding.Report{Findings: []finding.Finding{{
			Rule: test.rule, Level: finding.Warning, Message: "found", Location: finding.Location{File: "Names.java", Source: true, Class: "Names", Line: test.line},
		}}}
		var b bytes.Buffer
		err := Write(&b, "text", r, Options{ReadSource: func(string) ([]byte, error) { return []byte(strings.Join(source, "\n")), nil }})
		if err != nil {
			t.Fatal(err)
		}
		head, rest, _ := strings.Cut(b.String(), "\n")
		if head != "Names.java"+test.want {
			t.Errorf("line %d: heading %q, want %q", test.line, head, "Names.java"+test.want)
		}
		if shown := strings.Contains(rest, "│"); shown != (test.want == "") {
			t.Errorf("line %d: shown is %v\n%s", test.line, shown, rest)
		}
	}
	var b bytes.Buffer
	unread := &finding.Report{Findings: []finding.Finding{{Rule: "EL1001", Level: finding.Warning, Location: finding.Location{File: "Names.java", Source: true, Class: "Names", Line: 4}}}}
	if err := Write(&b, "text", unread, Options{ReadSource: func(string) ([]byte, error) { return nil, bytes.ErrTooLarge }}); err != nil || !strings.HasPrefix(b.String(), "Names.java\n") {
		t.Errorf("a source that cannot be read: %v, %q", err, b.String())
	}
}
