package rules

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestEachTable: the JDK has the methods of each.tsv, with functions, comparators or collectors at their places.
func TestEachTable(t *testing.T) {
	db, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	if len(eachTable) == 0 {
		t.Error("no row is read")
	}
	takes := func(desc string, places []string) bool {
		params := classfile.Params(desc)
		return !slices.ContainsFunc(places, func(p string) bool {
			i, err := strconv.Atoi(p)
			return err == nil && i >= 0 && (i >= len(params) || !slices.ContainsFunc([]string{"/function/", "/Comparator;", "/Collector;"}, func(kind string) bool {
				return strings.Contains(params[i], kind)
			}))
		})
	}
	for k, table := range eachTable {
		for _, r := range table {
			if !declares(db.Find, k[0], func(m classfile.Method) bool {
				n := len(classfile.Params(m.Desc))
				return m.Name == k[1] && (r.parameters < 0 || r.parameters == n) && takes(m.Desc, strings.Fields(r.functions))
			}) {
				t.Errorf("the JDK has no %s.%s with %d parameters and functions at %s", k[0], k[1], r.parameters, r.functions)
			}
		}
	}
}
