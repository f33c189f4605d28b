package finding

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTold(t *testing.T) {
	var ns []Notification
	for i := range 5000 {
		ns = append(ns, Notification{Error, fmt.Sprintf("%d%s", i, strings.Repeat("x", 65000)), fmt.Sprintf("is corrupt: its %d", i)})
	}
	ns = append(ns, Notification{Warning, "a.jar", "holds the class p.A: a JVM would not find it here"})
	got := Told(ns)
	if len(got) != 12 || got[10].Message != "holds the class p.A: a JVM would not find it here" || got[11].Level != Error ||
		got[11].Message != "and 4990 more (is corrupt: its ...); the json format has them" {
		t.Errorf("%d are told, the last ones %v", len(got), got[max(0, len(got)-2):])
	}
	size := 0
	for _, n := range got {
		size += len(n.Path) + len(n.Message)
	}
	if size > 20_000 {
		t.Errorf("%d bytes", size)
	}
	ns = nil
	for i := range 100_000 {
		ns = append(ns, Notification{Warning, "p", fmt.Sprintf("kind%d of problem", i)})
	}
	if got := Told(ns); len(got) > 320 {
		t.Errorf("%d of as many kinds are told", len(got))
	}
	few := []Notification{{Note, "a", "b"}, {Error, "c", "d"}}
	if got := Told(few); len(got) != 2 || got[0] != few[0] || got[1] != few[1] {
		t.Errorf("%v", got)
	}
}

func TestBounded(t *testing.T) {
	ns := make([]Notification, 30_000)
	for i := range ns {
		ns[i] = Notification{Note, "a", "b"}
	}
	ns[29_999].Level = Error
	if got := Bounded(ns); len(got) != maxKept+1 || got[maxKept].Level != Error || got[maxKept].Message != "10000 more problems of the analysis are left out" {
		t.Errorf("%d, %v", len(got), got[len(got)-1])
	}
	if got := Bounded(ns[:5]); len(got) != 5 {
		t.Error(got)
	}
	if got := Bounded([]Notification{{Error, strings.Repeat("x", 9<<20), ""}}); len(got) != 1 || len(got[0].Path) > 0 || got[0].Level != Error {
		t.Errorf("%d", len(got))
	}
}

// An error about an input stands above warnings in one report and in merged ones.
func TestNotificationsBySeverity(t *testing.T) {
	stale := Notification{Level: Warning, Path: "JDK", Message: "an old release"}
	missing := Notification{Level: Error, Path: "app.jar", Message: "no such file"}
	wrong := Notification{Level: Error, Path: "app.jar", Message: "is not an archive"}
	cut := Notification{Level: Note, Path: "A.java", Message: "not read to its end"}
	merged := Merge([]*Report{{Notifications: []Notification{cut, stale}}, {Notifications: []Notification{missing, wrong}}})
	if want := []Notification{wrong, missing, stale, cut}; !slices.Equal(merged.Notifications, want) {
		t.Errorf("the order is %v", merged.Notifications)
	}
}
