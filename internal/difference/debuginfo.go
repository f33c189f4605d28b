package difference

import (
	"regexp"
	"strings"
)

// unnamed are the names that the analysis gives to parameters without debug information.
var unnamed = regexp.MustCompile(`\barg[0-9]+\b`)

// naming counts the sizes that are named after parameters, and those of parameters whose names are not known.
type naming struct{ with, without int }

func (n naming) add(x naming) naming { return naming{n.with + x.with, n.without + x.without} }

// known reports whether there is a size of a parameter.
func (n naming) known() bool { return n.with+n.without > 0 }

// namingOf returns how the parameters of a source file's classes are named, of the whole state where these tell nothing.
func (s *side) namingOf(class string) naming {
	if s.names == nil {
		s.names = map[string]naming{}
		for i := range s.methods {
			m := &s.methods[i]
			var found naming
			for _, n := range symbolsOf(nil, m.Expression, &m.Own) {
				switch {
				case unnamed.MatchString(n.label):
					found.without++
				case isParameter(n.identity):
					found.with++
				}
			}
			s.names[outermost(m.Class)] = s.names[outermost(m.Class)].add(found)
			s.names[""] = s.names[""].add(found)
		}
	}
	if n := s.names[outermost(class)]; n.known() {
		return n
	}
	return s.names[""]
}

// outermost returns the class of the source file, as compilers name it.
func outermost(class string) string {
	if i := strings.IndexByte(class, '$'); i > 0 {
		return class[:i]
	}
	return class
}

// namesDiffer reports whether one state has the names of a pair's variables and the other has not: sizes of variables that
// have no name are in no formula, so bounds are other ones.
func (c *comparison) namesDiffer(p *pair) bool {
	b, h := c.base.namingOf(p.base.Class), c.head.namingOf(p.head.Class)
	return b.with > 0 && b.without == 0 && h.without > 0 && h.with == 0 || b.without > 0 && b.with == 0 && h.with > 0 && h.without == 0
}

// otherNames is the reason why the same code with and without names of variables is not compared.
const otherNames = "the code is the same, but only one state has the names of its variables, so the bounds of its loops are over different sizes: compile both with the same debug information"
