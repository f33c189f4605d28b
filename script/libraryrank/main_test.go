package main

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/library"
)

const models = `
[[method]]
method = "java.util.List.size()I"
case = "worst"
cost = [{ pattern = ["Object get field", "int", "Load"], count = "1" }]
basis = "read"

[[method]]
method = "java.util.List.forEach(*)"
case = "worst"
cost = [{ pattern = ["Object get field", "int", "Load"], count = "1" }]
callbacks = [{ on = "arg0", method = "accept(Ljava/lang/Object;)V", count = "this.size()" }]
basis = "read"
`

func TestCoverage(t *testing.T) {
	l, err := library.Parse("models.toml", []byte(models))
	if err != nil {
		t.Fatal(err)
	}
	sites := map[classfile.Member]int{
		{Class: "java/util/List", Name: "size", Desc: "()I"}:                                                  5,
		{Class: "java/util/List", Name: "forEach", Desc: "(Ljava/util/function/Consumer;)V"}:                  1,
		{Class: "java/util/function/Function", Name: "apply", Desc: "(Ljava/lang/Object;)Ljava/lang/Object;"}: 7,
		{Class: "java/lang/Runnable", Name: "run", Desc: "()V"}:                                               2,
		{Class: "java/util/List", Name: "get", Desc: "(I)Ljava/lang/Object;"}:                                 2,
	}
	c := cover(sites, l)
	if want := (coverage{5, 1, 9, 2}); c != want {
		t.Errorf("%v, want %v", c, want)
	}
	if c.share() != "75.0 %" || (coverage{}).share() != "-" {
		t.Errorf("share %s of %v", c.share(), c)
	}
	var b strings.Builder
	if err := table(&b, []row{{name: "x.jar", after: c}}, sites, l, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| x.jar | 17 | 5 | 1 | 9 | 2 | 75.0 % | - |\n", "| all | 17 |", "| 2 | `java.util.List.get(I)Ljava/lang/Object;` |\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}
