package rules

import (
	"slices"
	"strings"
)

// jdkSupers are what the JDK's types that rules ask about are below, nearest first: so that rules need no JDK.
var jdkSupers = map[string][]string{
	"java/util/AbstractList":                      {"java/util/List", "java/util/AbstractCollection", "java/util/Collection"},
	"java/util/ArrayList":                         {"java/util/AbstractList", "java/util/List", "java/util/RandomAccess", "java/util/Collection"},
	"java/util/Vector":                            {"java/util/AbstractList", "java/util/List", "java/util/RandomAccess", "java/util/Collection"},
	"java/util/Stack":                             {"java/util/Vector", "java/util/AbstractList", "java/util/List", "java/util/RandomAccess", "java/util/Collection"},
	"java/util/concurrent/CopyOnWriteArrayList":   {"java/util/List", "java/util/RandomAccess", "java/util/Collection"},
	"java/util/LinkedList":                        {"java/util/AbstractSequentialList", "java/util/AbstractList", "java/util/List", "java/util/Deque", "java/util/Queue", "java/util/Collection"},
	"java/util/AbstractSequentialList":            {"java/util/AbstractList", "java/util/List", "java/util/Collection"},
	"java/util/List":                              {"java/util/Collection"},
	"java/util/Set":                               {"java/util/Collection"},
	"java/util/Deque":                             {"java/util/Queue", "java/util/Collection"},
	"java/util/Queue":                             {"java/util/Collection"},
	"java/util/ArrayDeque":                        {"java/util/Deque", "java/util/Queue", "java/util/Collection"},
	"java/util/HashSet":                           {"java/util/Set", "java/util/Collection"},
	"java/util/LinkedHashSet":                     {"java/util/HashSet", "java/util/Set", "java/util/Collection"},
	"java/util/TreeSet":                           {"java/util/NavigableSet", "java/util/SortedSet", "java/util/Set", "java/util/Collection"},
	"java/util/SortedMap":                         {"java/util/Map"},
	"java/util/NavigableMap":                      {"java/util/SortedMap", "java/util/Map"},
	"java/util/AbstractMap":                       {"java/util/Map"},
	"java/util/HashMap":                           {"java/util/AbstractMap", "java/util/Map"},
	"java/util/LinkedHashMap":                     {"java/util/HashMap", "java/util/AbstractMap", "java/util/Map"},
	"java/util/TreeMap":                           {"java/util/NavigableMap", "java/util/SortedMap", "java/util/AbstractMap", "java/util/Map"},
	"java/util/WeakHashMap":                       {"java/util/AbstractMap", "java/util/Map"},
	"java/util/IdentityHashMap":                   {"java/util/AbstractMap", "java/util/Map"},
	"java/util/EnumMap":                           {"java/util/AbstractMap", "java/util/Map"},
	"java/util/Hashtable":                         {"java/util/Map"},
	"java/util/Properties":                        {"java/util/Hashtable", "java/util/Map"},
	"java/util/concurrent/ConcurrentMap":          {"java/util/Map"},
	"java/util/concurrent/ConcurrentNavigableMap": {"java/util/concurrent/ConcurrentMap", "java/util/NavigableMap", "java/util/SortedMap", "java/util/Map"},
	"java/util/concurrent/ConcurrentHashMap":      {"java/util/concurrent/ConcurrentMap", "java/util/AbstractMap", "java/util/Map"},
	"java/util/concurrent/ConcurrentSkipListMap":  {"java/util/concurrent/ConcurrentNavigableMap", "java/util/NavigableMap", "java/util/SortedMap", "java/util/Map"},
}

// IsClass says for certain that a class is another or below it.
func (e *Engine) IsClass(name, class string) bool {
	if name == class || slices.Contains(jdkSupers[name], class) {
		return true
	}
	is, known := e.Program.IsSubtype(name, class)
	if is || known {
		return is
	}
	for _, s := range e.Program.Supers(name) { // a class of the program below one of the JDK that was not read
		if s == class || slices.Contains(jdkSupers[s], class) {
			return true
		}
	}
	return false
}

// own says whether a class is the program's own and no part of the JDK.
func (e *Engine) own(class string) bool {
	return e.Program.Analysed(class) && !strings.HasPrefix(class, "java/util/")
}
