package changed

import (
	"slices"
	"strings"
	"testing"
)

const output = `diff --git a/src/A.java b/src/A.java
index 1..2 100644
--- a/src/A.java
+++ b/src/A.java
@@ -3 +3 @@ class A {
-    int a;
+    int b;
@@ -10,2 +9,0 @@ class A {
-++ b/src/B.java
-@@ -1 +1 @@
@@ -20,0 +18,3 @@
+++ b/src/B.java
+@@ -1 +1,100 @@
+diff --git a/x b/x
\ No newline at end of file
diff --git "a/\303\266\t \"q\".java" "b/\303\266\t \"q\".java"
--- "a/\303\266\t \"q\".java"
+++ "b/\303\266\t \"q\".java"
@@ -0,0 +1 @@
+x
diff --git a/with space.java b/with space.java
--- a/with space.java	
+++ b/with space.java	
@@ -1 +1,2 @@
-x
+y
+z
diff --git a/gone.java b/gone.java
deleted file mode 100644
--- a/gone.java
+++ /dev/null
@@ -1,2 +0,0 @@
-x
-y
diff --git a/old.java b/lib/new.java
similarity index 90%
rename from old.java
rename to lib/new.java
--- a/old.java
+++ b/lib/new.java
@@ -7 +7 @@
-x
+y
diff --git a/image.png b/image.png
Binary files a/image.png and b/image.png differ
`

func TestLines(t *testing.T) {
	f, err := Parse(output, "fresh.java\x00dir/a b.java\x00")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		lines []int // that changed, up to 30
	}{
		{"src/A.java", []int{3, 18, 19, 20}},
		{"src/B.java", nil}, {"x", nil}, {"gone.java", nil}, {"old.java", nil}, {"image.png", nil}, {"", nil},
		{"ö\t \"q\".java", []int{1}},
		{"with space.java", []int{1, 2}},
		{"lib/new.java", []int{7}},
	} {
		var got []int
		for line := 1; line <= 30; line++ {
			if f.Line(tc.name, line) {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, tc.lines) {
			t.Errorf("%q: lines %v, want %v", tc.name, got, tc.lines)
		}
	}
	if !f.Line("fresh.java", 17) || !f.Within("dir/a b.java", 1, 2) {
		t.Error("a file that git does not know is not new")
	}
	for _, tc := range []struct {
		first, last int
		want        bool
	}{
		{1, 2, false}, {1, 3, true}, {4, 9, false}, {4, 10, true}, {9, 10, true}, {10, 17, false}, {9, 9, false}, {10, 18, true}, {21, 99, false},
	} {
		if got := f.Within("src/A.java", tc.first, tc.last); got != tc.want {
			t.Errorf("lines %d to %d changed: %v, want %v", tc.first, tc.last, got, tc.want)
		}
	}
	if got := f.Named("new.java"); !slices.Equal(got, []string{"lib/new.java"}) {
		t.Errorf("new.java may be %q", got)
	}
	if got := f.Named("A.java"); !slices.Equal(got, []string{"src/A.java"}) {
		t.Errorf("A.java may be %q", got)
	}
}

func TestDamagedOutput(t *testing.T) {
	for _, diff := range []string{
		"+++ c/x\n", "+++ \"b/x\n", "@@ -1 +1\n", "@@ -1 +x @@\n", "@@ -1,-2 +1 @@\n", "@@ -1 +1,99999999999 @@\n", "@@ 1 1 @@\n",
	} {
		if _, err := Parse(diff, ""); err == nil {
			t.Errorf("%q is read", diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(output, "a\x00b")
	f.Fuzz(func(t *testing.T, diff, untracked string) {
		c, err := Parse(diff, untracked)
		if err != nil {
			return
		}
		for name := range c.lines {
			if c.Line(name, 1) && !c.Within(name, 1, 1) {
				t.Errorf("line 1 of %q changed, and is not within lines 1 to 1", name)
			}
			if !slices.ContainsFunc(c.Named(name), func(s string) bool { return strings.HasSuffix(s, name) }) {
				t.Errorf("%q is not named", name)
			}
		}
	})
}
