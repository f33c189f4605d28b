package nearest

import "testing"

func TestWord(t *testing.T) {
	for _, c := range []struct {
		word string
		in   []string
		want string
	}{
		{"confidense", []string{"confidence", "device"}, "confidence"},
		{"Paths", []string{"paths"}, "paths"},
		{"fialon", []string{"fail-on"}, "fail-on"},
		{"enrgy", []string{"requires", "energy"}, "energy"},
		{"m", []string{"n"}, ""},
		{"xyz", []string{"paths"}, ""},
		{"", []string{"n"}, ""},
		{"warn", []string{"error", "warning", "note"}, "warning"},
		{"Diffe", []string{"difference", "check", "difference"}, "difference"},
		{"Nested", []string{"NestedLoopSearch"}, ""},
		{"con", []string{"confidence", "config"}, ""},
		{"wa", []string{"error", "warning"}, ""},
		{"lenght", []string{"length"}, "length"},
	} {
		if got := Word(c.word, c.in); got != c.want {
			t.Errorf("Word(%q, %q) = %q, want %q", c.word, c.in, got, c.want)
		}
	}
	if got := DidYouMean("pats", []string{"paths"}); got != `; did you mean "paths"?` {
		t.Error(got)
	}
}

func TestDidYouMeanMethod(t *testing.T) {
	methods := []string{"com.acme.Codec.encode", "com.acme.Codec.decode", "com.acme.web.Order.total", "com.acme.core.Order.total", "com.acme.core.Item.<init>"}
	for pattern, want := range map[string]string{
		"Codec.encode":               "com.acme.Codec.encode", // the package is missing
		"com.acme.old.Codec.decod":   "com.acme.Codec.decode",
		"Codec.encod(int)":           "com.acme.Codec.encode",
		"com.acme.Codec.encode(int)": "com.acme.Codec.encode", // other parameters
		"com.acme.cor.Order.total":   "com.acme.core.Order.total",
		"Order.total":                "com.acme.web.Order.total",
		"org.other.Thing.run":        "",
		"com.acme.Codec.close":       "", // the class has no method of a similar name
		"x":                          "",
		"":                           "",
	} {
		if got := DidYouMeanMethod(pattern, methods); want == "" && got != "" || want != "" && got != `; did you mean "`+want+`"?` {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	for pattern, want := range map[string]string{"com.acme.Codec": "com.acme.Codec", "Codec": "com.acme.Codec", "core.Order": "com.acme.core.Order", "Order()": "com.acme.web.Order", "odec": "", "acme": ""} {
		if got := DidYouMeanMethod(pattern, methods); (want != "" || got != "") && got != `; it is a class: "`+want+`.*" stands for its methods` {
			t.Errorf("%s: %q, want the class %q", pattern, got, want)
		}
	}
	if got := DidYouMeanMethod("com.acme.Codec.encode", methods); got != "" {
		t.Errorf("a pattern is its own hint: %q", got)
	}
}
