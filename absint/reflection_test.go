package absint

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
)

// What the nest of a member may reach by its name is not used where the code shows only: no facts about it hold.
func TestReflectedMembersHaveNoFacts(t *testing.T) {
	a, methods := analyzer(t, "reflection")
	for method, want := range map[string]string{
		"Plain.run":             "10",
		"BuiltName.run":         "n",
		"GivenName.run":         "n",
		"ConstantName.run":      "n",
		"ConstantName.other":    "10",
		"AllMethods.run":        "n",
		"ByReference.run":       "n",
		"FoundElsewhere.run":    "n",
		"Handles.run":           "n",
		"HandsOutLookup.run":    "n",
		"OwnLookup.run":         "10",
		"Native.run":            "n",
		"Constructed.<init>":    "n",
		"FinalField.visible":    "this.n",
		"SetField.run":          "changing",
		"ConstantField.run":     "changing",
		"ConstantField.visible": "this.m",
		"Restored.readObject":   "changing",
		"Restored.visible":      "this.n",
	} {
		m := methods[method]
		if m == nil {
			t.Errorf("no method %s", method)
			continue
		}
		loops := loopsOf(t, a, m)
		got := loops[len(loops)-1].Bound
		if most := loops[len(loops)-1].Max; most == 10 {
			got = "10"
		}
		upper := a.Summary(m).m.loops[len(loops)-1].upper
		if slices.ContainsFunc(upper.Symbols(), Symbol.isLargest) { // not what the method began with
			got = "changing"
		}
		if got != want {
			t.Errorf("%s: at most %q iterations, want %q", method, got, want)
		}
	}
}

// Every entry of the tables is a method of the JDK, with the operand that the table says.
func TestFindersAreOfTheJDK(t *testing.T) {
	home := corpus.Images(t)[0]
	wanted := map[string]bool{}
	for _, x := range finders {
		wanted[x.class] = true
	}
	for _, m := range slices.Concat(lookupSources, restoresFields, handleBootstraps) {
		wanted[m.Class] = true
	}
	wanted[lookupClass] = true
	byName := imageClasses(t, home, wanted)
	descs := func(class, name string) (out []string) {
		c := byName[class]
		if c == nil {
			return nil
		}
		for i := range c.Methods {
			if m := &c.Methods[i]; m.Name == name && m.Access&(classfile.AccPublic|classfile.AccProtected) != 0 && m.Access&classfile.AccSynthetic == 0 {
				desc := m.Desc
				if m.Access&classfile.AccStatic == 0 {
					desc = "(L" + class + ";" + desc[1:]
				}
				out = append(out, desc)
			}
		}
		return out
	}
	for _, x := range finders {
		all := descs(x.class, x.name)
		if len(all) == 0 {
			t.Errorf("the JDK has no %s.%s", x.class, x.name)
		}
		for _, desc := range all {
			var params []string
			classfile.EachParam(desc, func(p string) { params = append(params, p) })
			at := x.arg
			if at == lastArg {
				at = len(params) - 1
			}
			if at == everyName {
				continue
			}
			want := "Ljava/lang/String;"
			if x.reflected {
				want = "Ljava/lang/reflect/"
			}
			if overload := x.class == "jdk/internal/misc/Unsafe" && params[at] == "Ljava/lang/String;"; !overload && !strings.HasPrefix(params[at], want) {
				t.Errorf("operand %d of %s.%s%s is no %s", at, x.class, x.name, desc, want)
			}
		}
	}
	for _, m := range slices.Concat(lookupSources, restoresFields, handleBootstraps) {
		if len(descs(m.Class, m.Name)) == 0 {
			t.Errorf("the JDK has no %s.%s", m.Class, m.Name)
		}
	}
	for _, name := range harmless {
		if len(descs(lookupClass, name)) == 0 {
			t.Errorf("the JDK has no %s.%s", lookupClass, name)
		}
	}
}

// imageClasses reads classes of a JDK's run-time image.
func imageClasses(t *testing.T, home string, wanted map[string]bool) map[string]*classfile.Class {
	t.Helper()
	entries, problems := archive.List([]string{corpus.Image(home)}, archive.Options{})
	defer archive.Close(entries)
	for _, p := range problems {
		t.Error(p)
	}
	out := map[string]*classfile.Class{}
	for _, e := range entries {
		path, _ := strings.CutSuffix(e.Path, ".class")
		if _, name, ok := strings.Cut(strings.TrimPrefix(path[strings.Index(path, "!")+1:], "/"), "/"); !ok || !wanted[name] {
			continue
		}
		data, err := e.Read()
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		out[c.Name] = c
	}
	return out
}
