package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The budgets that a shop would write of its services, and what is wrong with those that are not proved. The costs are linear in
// the sizes: of an order 3.7 uJ, an item 2.5 uJ, a number 0.3 uJ, a character 4 uJ, a word 16 uJ, on average.
func TestBudgetLanguage(t *testing.T) {
	budgets := []struct{ method, energy, when, verdict, says string }{
		{"total", "10 uJ + 20 uJ * orders.size()", "", "proved", ""},
		{"total", "10 uJ + 1 uJ * orders.size()", "", "exceeded", "orders.size() = "},
		{"total", "10 nJ", "", "violated", ""},
		{"total", "100 nJ + 1 nJ * orders.size()", "", "exceeded", "orders.size() = 0"},
		{"value", "5 uJ + 5 uJ * this.items.size()", "", "proved", ""},
		{"value", "5 uJ + 5 uJ * items.size()", "", "proved", ""},
		{"value", "5 uJ * this.items.size()", "", "exceeded", "; exceeded for items.size() = 0"},
		{"value", "5 uJ * this.items.size()", "1 <= this.items.size()", "proved", ""},
		{"soldInAll", "1 uJ + 2 uJ * this.sold.length", "", "proved", ""},
		{"digits", "3 uJ + 10 uJ * text.length()", "", "proved", ""},
		{"search", "3 uJ + 9 uJ * text.length() * (1 + log2(n))", "", "proved", ""},
		{"search", "3 uJ + 9 uJ * text.length() * max(1, ceil(n / 2))", "n <= 4", "inconclusive", ""},
		{"drain", "3 uJ + 9 uJ * elements(it)", "", "proved", ""},
		{"length", "1 uJ + 1 uJ * nodes(x.next)", "", "proved", ""},
		{"count", "50 uJ + 40 uJ * words.size()", "", "proved", ""},
		{"repeat", "1 uJ + 1 uJ * max(0, n)", "", "proved", ""},
		{"repeat", "400 nJ + 400 nJ * n", "", "inconclusive", `not proved for n = -1; when = "0 <= n", or requires 0 <= n, settles it`},
		{"repeat", "400 nJ + 400 nJ * n", "0 <= n", "proved", ""},
		{"orders", "5 uJ + 10 uJ * this.orders.size()", "", "proved", ""},
		{"orders", "5 uJ + 10 uJ * list.size()", "", "proved", ""},
		{"orders", "5 uJ + 10 uJ * items.size()", "", "unknown", "list.size() has no upper bound, and the budget does not depend on it"},
		{"length", "1 uJ + 1 uJ * nodes(this.head.next)", "", "proved", ""},
		{"linked", "1 uJ + 1 uJ * nodes(this.last.next)", "", "proved", ""},
		{"length", "1 uJ + 1 uJ * nodes(this.head)", "", "unknown", `did you mean "nodes(this.head.next)"?`},
		{"both", "10 uJ + 20 uJ * orders.size()", "", "proved", ""},
		{"both", "10 uJ + 20 uJ * first.size()", "", "proved", ""},
		{"part", "1 uJ + 1 uJ * (to - from)", "", "exceeded", `when = "from <= to", or requires from <= to, settles it`},
		{"part", "1 uJ + 1 uJ * (to - from)", "0 <= from && from <= to", "proved", ""},
		{"part", "1 uJ + 1 uJ * (to - from)", "from <= to + 1", "inconclusive", ""},
		{"part", "1 uJ + 1 uJ * to", "0 <= from && from <= to", "proved", ""},
		{"table", "1 uJ + 1 uJ * n + 1 uJ * n * m", "", "inconclusive", `when = "0 <= n && 0 <= m"`},
		{"table", "1 uJ + 1 uJ * n * m", "0 <= n && 0 <= m", "exceeded", "; exceeded for n = 10, m = 0"},
		{"table", "1 uJ + 1 uJ * n", "0 <= n && 0 <= m", "exceeded", "; exceeded for n = 10, m = 10"},
		{"page", "20 uJ + 10 uJ * (to - from)", "from <= to", "proved", ""},
		{"page", "20 uJ + 10 uJ * (to - from)", "", "inconclusive", `when = "from <= to", or requires from <= to, settles it`},
		{"page", "20 uJ + 1 uJ * (to - from)", "from <= to", "inconclusive", "neither proved nor exceeded: the sound bound does not keep it for every size"},
		{"page", "20 uJ + 10 uJ * min(to - from, orders.size())", "from <= to", "proved", ""},
		{"page", "20 uJ + 10 uJ * orders.size()", "", "proved", ""},
		{"pages", "20 uJ + 50 uJ * times * (1 + to - from)", "from <= to && 0 <= times", "proved", ""},
		{"pages", "20 uJ + 50 uJ * times * (1 + to - from)", "0 <= times", "inconclusive", `when = "from <= to"`},
		{"longer", "5 uJ + 2 uJ * n", "0 <= m && m <= n", "proved", ""},
		{"longer", "5 uJ + 2 uJ * (n + m)", "0 <= n && 0 <= m", "proved", ""},
		{"longer", "5 uJ + 2 uJ * n", "0 <= n && 0 <= m", "exceeded", "exceeded for"},
		{"invoice", "1 mJ", "", "proved", ""},
		{"last", "1 mJ", "", "proved", "requires orders.size() <= 100 has no effect: no cost of the method depends on orders.size()"},
		{"total", "10 uJ + 20 uJ * order.size()", "", "", `unknown name "order"; did you mean "orders"?`},
		{"drain", "3 uJ + 9 uJ * elements(iter)", "", "unknown", `did you mean "elements(it)"?`},
	}
	var config strings.Builder
	lines := map[int]int{} // budgets by their line
	for i, b := range budgets {
		lines[strings.Count(config.String(), "\n")+1] = i
		fmt.Fprintf(&config, "[[budget]]\nmethod = %q\nenergy = %q\n", "shop.Shop."+b.method, b.energy)
		if b.when != "" {
			fmt.Fprintf(&config, "when = %q\n", b.when)
		}
	}
	file := filepath.Join(t.TempDir(), "energylint.toml")
	if err := os.WriteFile(file, []byte(config.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Budgets  []struct{ Energy, Origin, Verdict string }
		Findings []struct {
			Rule, Message string
			Flow          []struct{ Message string }
		}
	}
	fixture := "../../testdata/fixtures/shop"
	decode(t, []string{"check", "--config", file, "--source", fixture, "--format", "json", fixture + "/classes"}, &out)
	verdicts := map[int]string{}
	for _, b := range out.Budgets {
		var line int
		if _, err := fmt.Sscanf(b.Origin[strings.LastIndexByte(b.Origin, ':')+1:], "%d", &line); err != nil {
			t.Fatal(b.Origin, err)
		}
		verdicts[lines[line]] = b.Verdict
	}
	var messages []string
	for _, f := range out.Findings {
		messages = append(messages, f.Rule+" "+f.Message)
		for _, l := range f.Flow {
			if strings.Contains(l.Message, "unbounded") || strings.Contains(l.Message, " 0% ") {
				t.Errorf("%s: a line without a share of the critical path: %s", f.Message, l.Message)
			}
		}
	}
	all := strings.Join(messages, "\n")
	for i, b := range budgets {
		if verdicts[i] != b.verdict || !strings.Contains(all, b.says) {
			t.Errorf("%s against %s where %q: %q, want %q and %q", b.method, b.energy, b.when, verdicts[i], b.verdict, b.says)
		}
	}
	if t.Failed() {
		t.Log(all)
	}
}

// TestPreconditions: what requires says of a size of a field counts where the method leaves the size as it was, and else has no effect,
// which the finding EL0005 says.
func TestPreconditions(t *testing.T) {
	var out struct {
		Budgets []struct {
			Verdict  string
			Location struct{ Name string }
		}
		Findings []struct {
			Rule     string
			Location struct{ Name string }
		}
	}
	fixture := "../../testdata/fixtures/preconditions"
	decode(t, []string{"check", "--jdk", "none", "--source", fixture, "--format", "json", fixture + "/classes"}, &out)
	unused := map[string]bool{}
	for _, f := range out.Findings {
		if f.Rule == "EL0005" {
			unused[f.Location.Name] = true
		}
	}
	got := map[string]string{}
	for _, b := range out.Budgets {
		got[b.Location.Name] = b.Verdict
		if unused[b.Location.Name] {
			got[b.Location.Name] += ", no effect"
		}
	}
	want := map[string]string{"parameter": "unknown"} // requires says that the list limits k, which a cost may depend on
	for _, method := range strings.Fields("field loop variable finalField array arrayVariable staticField another first") {
		want[method] = "proved"
	}
	for _, method := range strings.Fields("filled filledByAnotherName replaced replacedThenRead moved shadowed walked") {
		want[method] = "unknown, no effect"
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
