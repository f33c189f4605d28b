package mutants
import ("testing";"os";"strings";"github.com/energylint/energylint/internal/snapshot";"github.com/energylint/energylint/internal/difference")
func TestProbe(t *testing.T) {
	dir := "/tmp/h/bed14/real/"
	load := func(n string) *snapshot.Snapshot { d,_ := os.ReadFile(dir+n+".snap"); s, err := snapshot.Read(d); if err!=nil {t.Fatal(n,err)}; return s }
	b := load("base")
	for _, how := range append(Rewritings, "regress") {
		var as []Answer
		if how == "regress" { m,_ := os.ReadFile(dir+"regress/manifest"); for _, l := range strings.Split(strings.TrimSpace(string(m)),"\n") { a, err := parseAnswer(l); if err!=nil {t.Fatal(err)}; as = append(as,a)} }
		r, err := difference.Compare(b, load(how), difference.Options{})
		if err != nil { t.Fatal(err) }
		s := Judge(r, b, as)
		t.Logf("== %s: matched %d, %v; right %d first %d wrong %d excluded %d false %d", how, r.Matched, r.Methods, s.Right, s.First, len(s.Wrong), s.Excluded, len(s.False))
		for i, w := range append(s.Wrong, s.False...) { if i < 400 { t.Log(w) } }
	}
}
