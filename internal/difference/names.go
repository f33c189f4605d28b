package difference

import (
	"strings"

	"github.com/energylint/energylint/internal/finding"
)

// Signature returns a method as people write it: com.acme.Codec.encode(byte[], int).
func (m Method) Signature() string { return m.Location().QualifiedSignature() }

// Short returns the signature without the package: Codec.encode(byte[], int).
func (m Method) Short() string {
	l := m.Location()
	class := l.ClassName()
	return class[strings.LastIndexByte(class, '.')+1:] + strings.TrimPrefix(l.QualifiedSignature(), class)
}

// Location returns the place of the method.
func (m Method) Location() finding.Location {
	return finding.Location{Class: m.Class, Method: m.Name, Desc: m.Descriptor, File: m.File, Line: m.Line}
}

// parseKey splits class.name+descriptor.
func parseKey(key string) Method {
	paren := strings.IndexByte(key, '(')
	if paren < 0 {
		return Method{Class: key}
	}
	dot := strings.LastIndexByte(key[:paren], '.')
	return Method{Class: key[:max(dot, 0)], Name: key[dot+1 : paren], Descriptor: key[paren:]}
}

// external returns the short signature of a method by its key.
func external(key string) string { return parseKey(key).Short() }
