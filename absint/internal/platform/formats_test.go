package platform

import "testing"

func TestPrintedByFormat(t *testing.T) {
	for format, want := range map[string]Printing{
		"":                           {},
		"100%% %n":                   {},
		"%s %s":                      {Texts: 1},
		"%1$s %1$s %2$d":             {Texts: 2},
		"%s %<s %<-8.3s":             {Texts: 3},
		"%2$s %s %s":                 {Texts: 2},
		"%h %S %1$H":                 {Texts: 1, Hashes: 2},
		"%tY-%<tm-%<td":              {Texts: 3},
		"%,.2f %1$e %+05d %(d %#x":   {Texts: 2},
		"no conversion: %":           {},
		"%1$s %3$s %1$s %3$s %1$10s": {Texts: 3},
	} {
		if got := PrintedByFormat(format); got != want {
			t.Errorf("%q writes an argument %+v times, want %+v", format, got, want)
		}
	}
}

func TestPrintedByMessage(t *testing.T) {
	for pattern, want := range map[string]int{"": 0, "{0} {1}": 1, "{0} {0,number,#} {1}{ 0 }": 3, "it''s {1}": 1} {
		if got := PrintedByMessage(pattern); got != (Printing{Texts: want}) {
			t.Errorf("%q writes an argument %+v times, want %d", pattern, got, want)
		}
	}
}
