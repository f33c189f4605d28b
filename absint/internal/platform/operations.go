package platform

import "github.com/energylint/energylint/internal/classfile"

// Operations is a set of methods by name that do the same to their receiver: a trait of operations.tsv.
type Operations struct {
	trait    string
	patterns *patterns
}

// Has reports whether a method with a name and a descriptor is in the set.
func (o Operations) Has(name, desc string) bool {
	return o.patterns != nil && o.patterns.has(name, desc)
}

// Named reports whether the set has a method of a name, with any parameters.
func (o Operations) Named(name string) bool {
	return o.patterns != nil && (len(o.patterns.exact[name]) > 0 || startsWith(name, o.patterns.prefixes))
}

// Empty reports whether no method is in the set.
func (o Operations) Empty() bool {
	return o.patterns == nil || len(o.patterns.exact)+len(o.patterns.prefixes) == 0
}

// First returns the name of the first method of the set, to name one in a message.
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
	// Adding are methods that may add elements to a collection, and Removing those that may remove some.
	Adding   = operationsOf("adding")
	Removing = operationsOf("removing")
	// Putting are methods that add or replace elements of a collection.
	Putting = operationsOf("putting")
	// Replacing are methods of lists, their iterators and buffers that store to what these hold, which may be the elements of an array.
	Replacing = operationsOf("replacing")
	// Growing are methods that make their receiver longer, with any arguments.
	Growing = operationsOf("growing")
	// PutOne are methods that add at most one element, and PutAll those that add the elements of another collection.
	PutOne = operationsOf("put-one")
	PutAll = operationsOf("put-all")
	// Reading are methods that add nothing to the collection, and whose results cannot be used to add anything.
	Reading = operationsOf("reading")
	// ReadingArgument are methods that get a collection as an argument and add nothing to it.
	ReadingArgument = operationsOf("reading-argument")
	// Keeping are methods of collections, maps and builders that remove nothing from them.
	Keeping = operationsOf("keeping")
	// LookingUp are the methods of a map that change none of its values, and give no entry whose value can be set.
	LookingUp = operationsOf("looking-up")
	// StoringValues are the methods of a map, its entries and its views that may change a value.
	StoringValues = operationsOf("storing-values")
	// Looking are methods that change nothing, and return nothing that changes something.
	Looking = operationsOf("looking")
	// Taking are methods that remove one element of a collection, if it has one. TakingOrFailing throw if it has none.
	Taking          = operationsOf("taking")
	TakingOrFailing = operationsOf("taking-or-failing")
	// Rewinding are methods after which a reader, a buffer, a matcher or a result set may have elements again.
	Rewinding = operationsOf("rewinding")
	// Sizes are methods that return the size of an object.
	Sizes = operationsOf("size")

	// ByPlace are methods of Positional collections that access elements by index.
	ByPlace = operationsOf("by-place")
	// Keyless are methods of Keyed maps and sets that access no element.
	Keyless = operationsOf("keyless")
	// Comparing are methods of collections and maps that call only comparisons on keys and elements.
	Comparing = operationsOf("comparing")
	// ComparesValue are methods of maps that compare the value of a key with their second argument.
	ComparesValue = operationsOf("compares-value")
	// TakesHead are methods of queues that take the first element, after which a heap restores its order.
	TakesHead = operationsOf("takes-head")
	// ReplacesElements are methods that put what a function returns into a collection or map.
	ReplacesElements = operationsOf("replaces-elements")
	// AddsAll are methods that add all elements of their argument.
	AddsAll = operationsOf("adds-all")
	// FindingKey are methods of maps and sets that find their first argument.
	FindingKey = operationsOf("finding-key")
	// KeyViews are methods that return a view of a collection or map, which finds what the collection does by its keys.
	KeyViews = operationsOf("key-views")
	// MakesParallel are methods that return a parallel stream.
	MakesParallel = operationsOf("makes-parallel")
	// SameElements are methods that return a collection, a map or a stream of some elements of their receiver, and ValuesOnly those
	// that return the values of a map.
	SameElements = operationsOf("same-elements")
	ValuesOnly   = operationsOf("values-only")
	// OrderedView are methods of a collection in order that return a view of the elements between two.
	OrderedView = operationsOf("ordered-view")
	// AddsOne are methods whose last argument becomes an element, and PutsOne those whose first two become a key and its value.
	AddsOne = operationsOf("adds-one")
	PutsOne = operationsOf("puts-one")
	// ReturningHeld are methods of collections and maps that return an object that these hold, but no key, or null.
	ReturningHeld = operationsOf("returning-held")
	// HoldingArguments are methods of collections and maps after which these may hold any of the arguments, HoldingLast those after which they
	// may hold the last one or return it, HoldingResult the result of a function that is the last one. PuttingNothing are methods of collections, maps
	// and their iterators that put nothing in, and whose results put nothing in but by these methods and by an entry of ReturningEntry.
	HoldingArguments = operationsOf("holding-arguments")
	HoldingLast      = operationsOf("holding-last")
	HoldingResult    = operationsOf("holding-result")
	PuttingNothing   = operationsOf("putting-nothing")
	ReturningEntry   = operationsOf("returning-entry")
	// ReadingEntry are methods of entries that set no value.
	ReadingEntry = operationsOf("reading-entry")
	// Scanning are methods that compare their first argument with one element after another.
	Scanning = operationsOf("scanning")

	// Iterating are methods that return a Cursor.
	Iterating = operationsOf("iterating")
	// Matching are methods that return an iterator over an object: a Cursor, or a matcher.
	Matching = operationsOf("matching")
	// Stepping are methods of a Cursor that advance it, or test whether it can.
	Stepping = operationsOf("stepping")

	// ByOwnCode are methods that some collections have code of their own for, which looks for changes behind the last element only.
	ByOwnCode = operationsOf("by-own-code")
	// CallingFunctions are methods of collections that run no code of the program but the functions that they get, where no class of
	// the program overrides them.
	CallingFunctions = operationsOf("calling-functions")
	// MakingStream are the methods of collections, texts and readers that return a stream of what they hold.
	MakingStream = operationsOf("making-stream")
	// SameSizeStages are stages of a stream that yield no more elements than they see.
	SameSizeStages = operationsOf("stage-same-size")
	// OneToOneStages are stages of a stream that yield one element for each that they see, when they see it.
	OneToOneStages = operationsOf("stage-one-to-one")
	// OwnStages are methods of streams that run no code of the program but their callbacks, each for an element at most once,
	// where the stream is one of the platform.
	OwnStages = operationsOf("stage-own")
	// Formatting are methods that build a text by a format.
	Formatting = operationsOf("formatting")
	// Running are methods that may run application code that they do not get as an argument.
	Running = operationsOf("running")

	// FillingText are the methods of builders that may make the text longer.
	FillingText = operationsOf("filling-text")
	// Lengthening are methods other than Adding that may make a text longer or give a buffer more to read.
	Lengthening = operationsOf("lengthening")
	// SettingBits are methods that may set bits of a BitSet, and thereby make it longer.
	SettingBits = operationsOf("setting-bits")
	// MakingComparator are the methods of Comparator that make one of a function of the elements.
	MakingComparator = operationsOf("making-comparator")
	// Drawing are the methods of value classes whose result differs between calls.
	Drawing = operationsOf("drawing")

	// Holding are the methods that the contract of collections, maps and builders is about: what is added is in there
	// until it is removed, what is removed was in there, and the size counts it.
	Holding = operationsOf("contract-holding")
	// Yielding are the methods of the contract of iterators, streams and arrays: each has as many elements as size() returns.
	Yielding = operationsOf("contract-yielding")
	// Counting are the methods of the contract that a size is not negative, and CountingBytes those of it that a stream has.
	Counting      = operationsOf("contract-counting")
	CountingBytes = operationsOf("contract-available")
	// Searching are the methods of the contract of a search: its result is at least where it began, or -1.
	Searching = operationsOf("contract-searching")
	// Slicing are the methods of the contract of a part of a list: it has as many elements as lie between two indices.
	Slicing = operationsOf("contract-slicing")
	// Mapping are the methods of the contract of a map: it returns for a key the value that was put for it last.
	Mapping = operationsOf("contract-mapping")
	// Indexing are the methods of the contract of an access by index: it throws unless the index is at least 0 and below the size.
	Indexing = operationsOf("contract-indexing")
	// Viewing are the methods of the contract of a view of some or all elements of a collection or map.
	Viewing = operationsOf("contract-viewing")
	// Shifting are the methods of the contract of numbers of any size: a shift to the right by k drops k bits, and the sign,
	// the number of bits and the order are those of the number.
	Shifting = operationsOf("contract-shifting")
	// DrawingBelow are the methods of the contract that a random number is between the ends that it is drawn from.
	DrawingBelow = operationsOf("contract-drawing")
	// Dividing are those of the contract that a division of such a number returns the quotient, rounded towards 0.
	Dividing = operationsOf("contract-dividing")
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

// CallsNoElement reports whether a method of a collection or a map calls nothing on its keys and elements, provided
// that no subclass overrides it.
func CallsNoElement(class string, mem classfile.Member) bool {
	return Positional.Has(class) && ByPlace.Has(mem.Name, mem.Desc) || Keyed.Has(class) && Keyless.Has(mem.Name, mem.Desc)
}
