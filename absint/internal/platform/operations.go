package platform

import "github.com/energylint/energylint/internal/classfile"

// Operations is a set of methods that do the same to what they are called on, by their names: a trait of operations.tsv.
type Operations struct {
	trait    string
	patterns *patterns
}

// Has reports whether a method with a name and a descriptor is in the set.
func (o Operations) Has(name, desc string) bool {
	return o.patterns != nil && o.patterns.has(name, desc)
}

// Named reports whether a method of a name is in the set, whatever its parameters.
func (o Operations) Named(name string) bool {
	return o.patterns != nil && (len(o.patterns.exact[name]) > 0 || startsWith(name, o.patterns.prefixes))
}

// Empty reports whether no method is in the set.
func (o Operations) Empty() bool {
	return o.patterns == nil || len(o.patterns.exact)+len(o.patterns.prefixes) == 0
}

// First returns the name of the first method of the set: one to name where it may be any of them.
func (o Operations) First() string {
	if o.patterns == nil {
		return ""
	}
	return o.patterns.first
}

// operations returns the methods of a column; a hyphen stands for none.
func (r row) operations(column string) Operations {
	ps := &patterns{}
	for _, s := range r.list(column) {
		if s == "-" {
			continue
		}
		if p := parsePattern(s); !p.wellFormed() || !ps.add(p) {
			r.fail("%s is no method, or another entry has it", s)
		}
	}
	return Operations{r.fields["trait"], ps}
}

// The traits of operations.
var (
	// Views are methods of collections, maps and builders that return the object itself, or what changes with it.
	Views = operationsOf("views")
	// MapViews are methods of maps that return a view of as many elements.
	MapViews = operationsOf("map-views")
	// Adding are methods that may put something into a collection, and Removing those that may take something out.
	Adding   = operationsOf("adding")
	Removing = operationsOf("removing")
	// Putting are methods that put something into a collection or replace what is in there.
	Putting = operationsOf("putting")
	// Growing are methods that make what they are called on longer, whatever they are given.
	Growing = operationsOf("growing")
	// PutOne are methods that put one element in at most, and PutAll those that put in the elements of another collection.
	PutOne = operationsOf("put-one")
	PutAll = operationsOf("put-all")
	// Reading are methods that put nothing into the collection, nor do the objects that they return.
	Reading = operationsOf("reading")
	// ReadingArgument are methods that take a collection as an argument, and put nothing into it.
	ReadingArgument = operationsOf("reading-argument")
	// Keeping are methods of collections, maps and builders that take nothing out of them.
	Keeping = operationsOf("keeping")
	// Taking are methods that remove one element of a collection, if it has one. TakingOrFailing throw if it has none.
	Taking          = operationsOf("taking")
	TakingOrFailing = operationsOf("taking-or-failing")
	// Rewinding are methods after which a reader, a buffer, a matcher or a result set has something again.
	Rewinding = operationsOf("rewinding")
	// Sizes are methods that return how much an object holds.
	Sizes = operationsOf("size")

	// ByPlace are methods of Positional collections that do what they do by place.
	ByPlace = operationsOf("by-place")
	// Keyless are methods of Keyed maps and sets that look at no element.
	Keyless = operationsOf("keyless")
	// Comparing are methods of collections and maps that call of keys and elements nothing but what compares them.
	Comparing = operationsOf("comparing")
	// FindingKey are methods of maps and sets that find their first argument.
	FindingKey = operationsOf("finding-key")
	// Scanning are methods that compare their first argument with one element after another.
	Scanning = operationsOf("scanning")

	// Iterating are methods that return a Cursor. Traversing are those of collections.
	Iterating  = operationsOf("iterating")
	Traversing = operationsOf("traversing")
	// Matching are methods that return what goes through an object: a Cursor, or a matcher.
	Matching = operationsOf("matching")
	// Stepping are methods of a Cursor that go on, or ask whether it can.
	Stepping = operationsOf("stepping")

	// SameSizeStages are stages of a stream that yield no more elements than they see.
	SameSizeStages = operationsOf("stage-same-size")
	// OwnStages are methods of streams that run no code of the program but their callbacks, each for an element at most once,
	// where the stream is one of the platform.
	OwnStages = operationsOf("stage-own")
	// Formatting are methods that make a text by a format.
	Formatting = operationsOf("formatting")
	// Running are methods that may run code of the program that they are not given.
	Running = operationsOf("running")

	// Lengthening are methods, beside those of Adding, that may make a text longer or give a buffer more to read.
	Lengthening = operationsOf("lengthening")
	// MakingComparator are the methods of Comparator that make one of a function of the elements.
	MakingComparator = operationsOf("making-comparator")
	// Drawing are the methods of value classes that return something else each time.
	Drawing = operationsOf("drawing")

	// Holding are the methods that the contract of collections, maps and builders is about: what is put in is in there
	// until it is taken out, what is taken out was in there, and the size counts it.
	Holding = operationsOf("contract-holding")
	// Yielding are the methods of the contract of iterators, streams and arrays: each has as many elements as size() says.
	Yielding = operationsOf("contract-yielding")
	// Counting are the methods of the contract that a size is not negative, and CountingBytes those of it that a stream has.
	Counting      = operationsOf("contract-counting")
	CountingBytes = operationsOf("contract-available")
	// Searching are the methods of the contract of a search: its result is at least where it began, or -1.
	Searching = operationsOf("contract-searching")
	// Shifting are the methods of the contract of numbers of any size: a shift to the right by k drops k bits, and the sign,
	// the number of bits and the order are those of the number.
	Shifting = operationsOf("contract-shifting")
)

// operationTraits are the rows of operations.tsv, by trait.
var operationTraits = func() map[string]Operations {
	out := map[string]Operations{}
	for _, r := range readTable("operations.tsv", "trait", "methods") {
		trait := r.fields["trait"]
		if _, dup := out[trait]; dup {
			r.fail("%s has a row already", trait)
			continue
		}
		out[trait] = r.operations("methods")
	}
	return out
}()

func operationsOf(trait string) Operations { return take("operations.tsv", trait, operationTraits) }

// CallsNoElement reports whether a method of a collection or a map calls nothing of its keys and elements, where no subclass
// overrides it.
func CallsNoElement(class string, mem classfile.Member) bool {
	return Positional.Has(class) && ByPlace.Has(mem.Name, mem.Desc) || Keyed.Has(class) && Keyless.Has(mem.Name, mem.Desc)
}
