package platform

import (
	"maps"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// Methods is a set of methods that have a trait of methods.tsv.
type Methods struct {
	trait   string
	classes map[string]*patterns
}

// Has reports whether a method has the trait: it is looked up by the class that a call names, which need not declare it.
func (m Methods) Has(mem classfile.Member) bool {
	ps := m.classes[mem.Class]
	return ps != nil && ps.has(mem.Name, mem.Desc)
}

// Classes returns the classes that have methods with the trait, sorted.
func (m Methods) Classes() []string { return slices.Sorted(maps.Keys(m.classes)) }

// The traits of methods.
var (
	// Silent methods throw nothing on any receiver that is not null, with any arguments.
	// Of an interface, they are those that throw nothing in any of the platform's classes: not List.size, which
	// checks a sublist for modification of its list, Iterator.hasNext, which is Scanner's, or Map.Entry.getKey, which is
	// that of an IdentityHashMap's iterator.
	Silent = methodsOf("silent")
	// Quiet methods call back no application code, with any argument.
	Quiet = methodsOf("quiet")
	// ReadsArguments methods are those of libraries outside the platform that neither change nor keep their arguments, and call on these
	// and on their elements only what ElementCaller methods call, and the methods by which a collection is read.
	ReadsArguments = methodsOf("reads-arguments")
	// Text methods build texts of their arguments, and may write them to a Sink.
	Text = methodsOf("text")
	// ElementCaller methods call on their arguments and the elements of these only comparisons, hashCode and toString.
	ElementCaller = methodsOf("element-caller")
	// HashesElements, EquatesElements, PrintsElements, ComparesElements, SearchesElements and SortsElements are methods of Arrays that
	// call hashCode, equals, toString and compareTo of the elements of their first argument.
	HashesElements   = methodsOf("hashes-elements")
	EquatesElements  = methodsOf("equates-elements")
	PrintsElements   = methodsOf("prints-elements")
	ComparesElements = methodsOf("compares-elements")
	SearchesElements = methodsOf("searches-elements")
	SortsElements    = methodsOf("sorts-elements")
	// OptionalFunction methods call nothing in place of a function that is null but what elementcalls.tsv and PrintsElements say.
	OptionalFunction = methodsOf("optional-function")
	// PrintsArguments methods make a text of each argument that is an object, and of each element of an array of them.
	// HashesArguments methods make a hash code of each, and may compare it. AddsArguments methods add the elements of their second
	// argument, an array, to the collection that is the first.
	PrintsArguments = methodsOf("prints-arguments")
	// PrintsByFormat and PrintsByMessage are those of them that write an argument as often as a format says, of a Formatter or of MessageFormat.
	PrintsByFormat  = methodsOf("prints-by-format")
	PrintsByMessage = methodsOf("prints-by-message")
	HashesArguments = methodsOf("hashes-arguments")
	AddsArguments   = methodsOf("adds-arguments")
	// ScansArgument methods search the collection that is the first argument for the second, FindsInArgument methods look it up there
	// as a key. ScansValues methods search a map for a value.
	ScansArgument   = methodsOf("scans-argument")
	FindsInArgument = methodsOf("finds-in-argument")
	ScansValues     = methodsOf("scans-values")
	// Serializes methods write an object and all that it refers to.
	Serializes = methodsOf("serializes")
	// DeepOverElements methods do the same for arrays that are elements.
	DeepOverElements = methodsOf("deep-over-elements")
	// ComparesLater methods return an object that compares or hashes elements when it is read.
	ComparesLater = methodsOf("compares-later")
	// KeepsDefault methods return a map that runs a function for a missing key, where a ReadsDefault method reads it.
	KeepsDefault = methodsOf("keeps-default")
	ReadsDefault = methodsOf("reads-default")
	// Inert methods call nothing of the object itself: they read a field, or call an object that the class has made.
	Inert = methodsOf("inert")
	// ClosedObject methods of Object call nothing of the object itself. The others do: toString calls hashCode, and each is
	// overridden by library classes that call what they hold.
	ClosedObject = methodsOf("closed-object")

	// ToArray methods take all elements of a collection by one call of its toArray.
	ToArray = methodsOf("to-array")
	// IteratesLater methods return an object that goes on calling the receiver, or what a method of its own returned: an iterator.
	IteratesLater = methodsOf("iterates-later")
	// KeepsWrapped methods keep a collection that they are given: it is called later, by other calls.
	KeepsWrapped = methodsOf("keeps-wrapped")
	// Unmodifiable methods return a view or a copy of a collection or map, of as many elements or fewer.
	Unmodifiable = methodsOf("unmodifiable")
	// ElementsOf methods return a collection of their arguments, or of the array that they are given instead.
	ElementsOf = methodsOf("list-of")
	// EmptyCollection methods return a collection without elements, SingleElement methods one with one, MapOf methods a map of
	// their arguments, key by key and value. None of these ever changes its size, nor do those of ElementsOf.
	EmptyCollection = methodsOf("empty-collection")
	SingleElement   = methodsOf("single-element")
	MapOf           = methodsOf("map-of")
	// NaturalOrder methods return a comparator that calls compareTo of the elements and nothing else.
	NaturalOrder = methodsOf("natural-order")
	// CopiesWithoutOrder constructors copy a collection or map, and put its elements into their natural order.
	CopiesWithoutOrder = methodsOf("copies-without-order")
	// Combines methods of a parallel stream combine what its tasks collect: CombinesElements by the methods of the elements, with a collector of
	// CombinesAlone without any code but the library's.
	Combines         = methodsOf("combines")
	CombinesElements = methodsOf("combines-elements")
	CombinesAlone    = methodsOf("combines-alone")
	// ComparatorOfFunction methods return a comparator that calls a function which they are given.
	ComparatorOfFunction = methodsOf("comparator-of-function")
	// ElementsOfArray methods return a collection of the elements of an array.
	ElementsOfArray = methodsOf("list-of-array")
	// MapsForCollector methods return a collector that passes on to another one what a function returns.
	MapsForCollector = methodsOf("maps-for-collector")
	// CopiesElements methods return a collection or map with the elements of their first argument.
	CopiesElements = methodsOf("copies-elements")
	// OfElements methods return a collection or stream of their arguments or of the elements of an array, and OfPair methods an entry or
	// a map of a key and a value.
	OfElements = methodsOf("of-elements")
	OfPair     = methodsOf("of-pair")
	// HashesEntries methods return a map of the entries in an array, whose keys they hash.
	HashesEntries = methodsOf("hashes-entries")
	// ElementStream methods return a stream of the elements of an array.
	ElementStream = methodsOf("element-stream")
	// ArrayReader methods read arrays of objects, and pass on nothing but their elements.
	ArrayReader = methodsOf("array-reader")
	// ArrayWriter methods store to the elements of an array: that which arraycopy has as its third argument, and the others as
	// their first.
	ArrayWriter = methodsOf("array-writer")
	// ListWriter methods store to the elements of a list, their first argument.
	ListWriter = methodsOf("list-writer")
	// CharAccess methods return the character of a text at an index, and throw where there is none.
	CharAccess = methodsOf("char-access")
	// IndexSearch methods return where the next element is from an index on, their last argument, or -1. TextSearch is the same
	// for a text that is not empty.
	IndexSearch = methodsOf("index-search")
	TextSearch  = methodsOf("text-search")
	// DefaultIndexSearch and DefaultTextSearch methods are such searches of Kotlin, in the text that is their first argument: of the second one from the
	// third one on, unless the bit of that in the fifth says that it is left out.
	DefaultIndexSearch = methodsOf("default-index-search")
	DefaultTextSearch  = methodsOf("default-text-search")
	// SearchBack methods return the last index up to an index, their last argument, or -1; of an empty text it may be the length.
	SearchBack = methodsOf("search-back")
	// TextPlace methods return the index at which a text, their first argument, is found in a string, or -1.
	TextPlace = methodsOf("text-place")
	// Minimum and Maximum methods return the smaller and the larger one of two numbers, Absolute the number without its sign,
	// FloorModulus the remainder with the sign of the divisor, Clamp the first number moved between the other two.
	Minimum      = methodsOf("minimum")
	Maximum      = methodsOf("maximum")
	Absolute     = methodsOf("absolute")
	FloorModulus = methodsOf("floor-modulus")
	Clamp        = methodsOf("clamp")
	// SizeOrDefault methods return the size of their first argument where it is a collection, else their second argument.
	SizeOrDefault = methodsOf("size-or-default")
	// RandomBelow methods return a random number below their last argument and at least the one before it, or 0, or throw;
	// RandomFraction methods one of at least 0 and below 1.
	RandomBelow    = methodsOf("random-below")
	RandomFraction = methodsOf("random-fraction")
	// LesserDouble and GreaterDouble methods return the smaller and the larger one of two doubles, or NaN if one of them is,
	// AbsoluteDouble methods the double without its sign, Floor and Ceiling methods the next whole one below and above,
	// SquareRoot methods the nearest double to the root. RoundedDouble methods return the next long.
	LesserDouble   = methodsOf("lesser-double")
	GreaterDouble  = methodsOf("greater-double")
	AbsoluteDouble = methodsOf("absolute-double")
	Floor          = methodsOf("floor")
	Ceiling        = methodsOf("ceiling")
	SquareRoot     = methodsOf("square-root")
	RoundedDouble  = methodsOf("rounded-double")
	// OfArguments methods compute the same whenever they get the same numbers and strings, and nothing else.
	OfArguments = methodsOf("of-arguments")

	// Characters methods return an array of the characters of a text, ArrayCopy methods a copy of an array: up to a length, or
	// from one index to another.
	Characters = methodsOf("characters")
	// FindsText methods tell whether, or where, a text contains another: their first argument.
	FindsText = methodsOf("finds-text")
	// ReplacesText methods put their second text in the place of each occurrence of the first, ReplacesCharacters do so with characters.
	ReplacesText       = methodsOf("replaces-text")
	ReplacesCharacters = methodsOf("replaces-characters")
	// PartOfText methods return a part of their text.
	PartOfText = methodsOf("part-of-text")
	ArrayCopy  = methodsOf("array-copy")
	// TakesCharacter methods of text buffers take one character off or throw, TakesPart methods what is between two indices, of which
	// the second may be too large; SetsLength methods cut or fill up to a length.
	TakesCharacter = methodsOf("takes-character")
	TakesPart      = methodsOf("takes-part")
	SetsLength     = methodsOf("sets-length")
	// Filling methods return how many elements they stored, at most as many as their last argument, or -1. Subclasses in the
	// platform keep to it.
	Filling = methodsOf("filling")
	// OneBit methods return one bit of a number that is set.
	OneBit = methodsOf("one-bit")
	// Sign methods of numbers of any size return -1, 0 or 1, BitLength methods the bits without the sign, NumberOrder methods
	// -1, 0 or 1 for less, equal and more. RightShift methods return the number divided by 2^k, rounded down, Quotient methods
	// the number divided by another one, rounded towards 0. NumberOf methods return such a number that is equal to a long.
	Sign      = methodsOf("sign")
	BitLength = methodsOf("bit-length")

	// Boxing and Unboxing methods return the number that they are given, or are called on, as an object or as an int.
	Boxing   = methodsOf("boxing")
	Unboxing = methodsOf("unboxing")

	NumberOrder = methodsOf("number-order")
	RightShift  = methodsOf("right-shift")
	Quotient    = methodsOf("quotient")
	NumberOf    = methodsOf("number-of")
	// IndexCheck methods throw unless 0 <= first argument < second. FromToCheck methods throw unless 0 <= from <= to <= length,
	// FromSizeCheck methods unless the elements from the first argument on, as many as the second, are below the third. All return
	// their first argument.
	IndexCheck    = methodsOf("index-check")
	FromToCheck   = methodsOf("from-to-check")
	FromSizeCheck = methodsOf("from-size-check")
	// CollectsAll methods return a collector that makes a new collection or map, of one entry for each element of the stream or fewer.
	CollectsAll = methodsOf("collects-all")
	// TruthCheck methods throw unless their first argument, a boolean, is true.
	TruthCheck = methodsOf("truth-check")
	// SameObject methods return the object that is their first argument, or throw.
	SameObject = methodsOf("same-object")
	// NullCheck methods throw where an argument is null, and else do nothing.
	NullCheck = methodsOf("null-check")

	// Lookup methods return a Lookup with the rights of the class that calls them.
	Lookup = methodsOf("lookup")
	// LookupReader methods of a Lookup find no way to call a method or to change a field.
	LookupReader = methodsOf("lookup-reader")
	// FieldHandle methods are bootstrap methods that make a handle of the field that the constant is called after.
	FieldHandle = methodsOf("field-handle")
	// HoldsBack methods make or return a queue that polls withhold elements from: it may not be empty, and poll return null.
	HoldsBack = methodsOf("holds-back")
	// Forgets methods make a map from which keys vanish that nothing else refers to. SetOfMap methods return a set of the keys of
	// the map that they are given, which takes more.
	Forgets  = methodsOf("forgets")
	SetOfMap = methodsOf("set-of-map")
	// Retrying methods call a function again where what it is to update has changed in between. RetryingOfMap methods of maps do so if
	// the map is one of those that Retries methods make.
	Retrying      = methodsOf("retrying")
	RetryingOfMap = methodsOf("retrying-of-map")
	Retries       = methodsOf("retries")
	// RestoresFields methods are those by which a readObject fills the fields of its object.
	RestoresFields = methodsOf("restores-fields")
)

// methodTraits are the rows of methods.tsv, by trait.
var methodTraits = func() map[string]Methods {
	out := map[string]Methods{}
	for _, r := range readTable("methods.tsv", "trait", "classes", "methods") {
		trait := r.fields["trait"]
		if out[trait].classes == nil {
			out[trait] = Methods{trait, map[string]*patterns{}}
		}
		methods := r.list("methods")
		for _, class := range r.list("classes") {
			ps := out[trait].classes[class]
			if ps == nil {
				ps = &patterns{}
				out[trait].classes[class] = ps
			}
			for _, s := range methods {
				if p := parsePattern(s); !p.wellFormed() || !ps.add(p) {
					r.fail("%s is no method of %s, or another entry has it", s, class)
				}
			}
		}
	}
	return out
}()

func methodsOf(trait string) Methods { return take("methods.tsv", trait, methodTraits) }
