package driver

import "strings"

// unreadClass is a class file under analysis that could not be read.
type unreadClass struct {
	path, why string
	class     string // internal name by its place, empty if the place promises none
}

// names yields the names that the class may have: that of its place, else every end of its path.
func (u *unreadClass) names(yield func(class string) bool) {
	if u.class != "" {
		yield(u.class)
		return
	}
	name := strings.TrimSuffix(strings.ReplaceAll(u.path, "\\", "/"), ".class")
	for yield(name) {
		_, rest, more := strings.Cut(name, "/")
		if !more {
			return
		}
		name = rest
	}
}

// unreadIn returns the first class that could not be read and for which inClass reports true, nil if there is none.
func (l *loaded) unreadIn(inClass func(class string) bool) *unreadClass {
	if inClass == nil {
		return nil
	}
	for i := range l.unread {
		for name := range l.unread[i].names {
			if inClass(name) {
				return &l.unread[i]
			}
		}
	}
	return nil
}
