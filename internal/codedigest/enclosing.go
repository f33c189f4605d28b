package codedigest

import (
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// Lambdas calls f with every method of the class itself that an invokedynamic in code makes a function of: the bodies of
// its lambdas, and what its method references name.
func Lambdas(code *classfile.Code, f func(id string)) {
	c := code.Method.Class
	bs, err := c.Bootstraps()
	if err != nil {
		return
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if code.Op(pc) != classfile.OpInvokedynamic {
			continue
		}
		d, ok := c.Pool.Dynamic(code.Index(pc))
		if !ok || d.Bootstrap < 0 || d.Bootstrap >= len(bs) {
			continue
		}
		for _, a := range bs[d.Bootstrap].Args {
			if h, ok := c.Pool.Handle(a); ok && h.Member.Class == c.Name {
				f(h.Member.Name + h.Member.Desc)
			}
		}
	}
}

// IsLambda reports whether a compiler made the method of a lambda.
func IsLambda(m *classfile.Method) bool {
	return m.Synthetic() || strings.Contains(m.Name, "lambda$") || strings.HasPrefix(m.Name, "$anonfun$")
}
