package platform

import (
	"maps"
	"slices"
)

// Classes is a set of classes with a trait of classes.tsv.
type Classes struct {
	trait string
	names map[string]bool
}

// Has reports whether a class, by its internal name, has the trait.
func (c Classes) Has(class string) bool { return c.names[class] }

// All returns the classes that have the trait, sorted.
func (c Classes) All() []string { return slices.Sorted(maps.Keys(c.names)) }

// The traits of classes.
var (
	// Leaf classes hold no application objects, and their code calls no application code.
	Leaf = classesOf("leaf")
	// Immutable classes have objects that are always equal to the same others.
	Immutable = classesOf("value")
	// CapturedVariable classes have the variable of a method that its lambdas change, in their only field.
	CapturedVariable = classesOf("captured-variable")
	// Final classes are final. This is known without the platform's class files.
	Final = classesOf("final")
	// Pure are the classes whose methods store nothing and return the same for the same arguments, but for those of Drawing
	// and what is given an array to fill or a source of random numbers.
	Pure = classesOf("pure")
	// Closed classes have methods that call no code of the program, as long as no argument's type brings any along and
	// the receiver is of no class of the program.
	Closed = classesOf("closed")
	// Intrinsic classes have methods of which the interpreter runs code of its own instead of theirs.
	Intrinsic = classesOf("intrinsic")
	// PlainConstructor classes have constructors that call nothing that a subclass declares.
	PlainConstructor = classesOf("plain-constructor")
	// StreamWrapper classes pass on what is called on them to a stream that they are given.
	StreamWrapper = classesOf("wraps-stream")
	// KeptStream classes are streams that a constructor keeps: others read or write them later.
	KeptStream = classesOf("kept-stream")
	// Sink classes are where texts that are printed may go to in the program, and what encodes them.
	Sink = classesOf("sink")
	// RandomSource types may be wrapped into each other by the platform: a call may run that of another one.
	RandomSource = classesOf("random-source")
	// Function types are called by what they are passed to. FunctionPackage has more of them.
	Function = classesOf("function")

	// AnyCollection classes are collections and maps: lists, sets, queues and what they have in common.
	AnyCollection = classesOf("collection")
	// Positional classes are collections that find elements by index: the methods ByPlace call nothing on them.
	Positional = classesOf("positional")
	// Keyed classes are maps and sets whose Keyless methods access no element.
	Keyed = classesOf("keyed")
	// KeyedByHash classes are maps and sets that find an element by its hash and order none.
	KeyedByHash = classesOf("keyed-by-hash")
	// FindsByHash, FindsByOrder and FindsByScan classes find an element by its hash, by comparing it with some in order,
	// and by comparing it with one after another.
	FindsByHash  = classesOf("finds-by-hash")
	FindsByOrder = classesOf("finds-by-order")
	FindsByScan  = classesOf("finds-by-scan")
	// HashesAgain classes find by hash, and hash a key once more where they grow to make room for it.
	HashesAgain = classesOf("hashes-again")
	// SkipList classes find by order and compare more often than a balanced tree does (Pugh 1990).
	SkipList = classesOf("skip-list")
	// PassesExceptions classes have methods that end by the exceptions of what they call back. Others may go on, as a future does.
	PassesExceptions = classesOf("passes-exceptions")
	// FailFast classes have iterators that throw if other code has added or removed elements, or iterate over a
	// snapshot.
	FailFast = classesOf("fail-fast")
	// EachEnds classes have methods forEach and replaceAll that call a function for no more elements than the collection has at any
	// one time, though the function changes it: they end where they were to end when they began, or throw before the next element.
	EachEnds = classesOf("each-ends")
	// StreamEnds classes have streams with the same property.
	StreamEnds = classesOf("stream-ends")
	// Fillable classes have no elements but those that the methods PutOne and PutAll and constructors put in.
	Fillable = classesOf("fillable")
	// NeverFull classes accept every element that they are offered.
	NeverFull = classesOf("never-full")
	// AboveArray types are supertypes of every array.
	AboveArray = classesOf("above-array")
	// IteratorRemoves classes have iterators whose remove removes what they have returned without a search by its hash code or its order, which may have
	// changed.
	IteratorRemoves = classesOf("iterator-removes")
	// NoNulls classes accept no null.
	NoNulls = classesOf("no-nulls")
	// Cursor types iterate over a collection.
	Cursor = classesOf("cursor")
	// Yields are the types whose size is how many elements they yield.
	Yields = classesOf("yields")
	// ReadLater types are interfaces whose objects may run, when they are read, functions that they were made with.
	ReadLater = classesOf("read-later")
	// RunsTask classes are those of the platform that run what they were made with, in other threads.
	RunsTask = classesOf("runs-task")
	// Container types are what collections and cursors of the platform may be views of.
	Container = classesOf("container")
	// Sized types have a method that returns their size, which is not negative.
	Sized = classesOf("sized")
	// AnyContainer types are above collections and texts of different families, so that an object of them may be of any.
	AnyContainer = classesOf("any-container")
	// TextBuffer classes hold a text that changes.
	TextBuffer = classesOf("text-buffer")
	// WritesText classes may write to a text buffer that they were made with, or that they give away.
	WritesText = classesOf("writes-text")
	// AboveBuffer types are above the buffers of java.nio.
	AboveBuffer = classesOf("above-buffers")
	// AboveMapView types are above views of maps.
	AboveMapView = classesOf("above-map-view")
	// Holder classes are final, and call the objects that they hold as elementcalls.tsv says, whether their code is at hand or not.
	Holder = classesOf("holder")
	// Contractless types have none of the methods that contracts are about.
	Contractless = classesOf("contractless")
	// ContractParameter types are the erased parameter types outside of java.util of methods with a contract.
	ContractParameter = classesOf("contract-parameter")
	// KnownBootstrap classes have bootstrap methods that use the Lookup that they get for what their arguments name only.
	KnownBootstrap = classesOf("known-bootstrap")
)

// classTraits are the rows of classes.tsv, by trait.
var classTraits = func() map[string]Classes {
	out := map[string]Classes{}
	seen := map[string]bool{}
	for _, r := range readTable("classes.tsv", "class", "traits") {
		class := r.fields["class"]
		if seen[class] {
			r.fail("%s has a line already", class)
		}
		seen[class] = true
		for _, trait := range r.list("traits") {
			if out[trait].names == nil {
				out[trait] = Classes{trait, map[string]bool{}}
			}
			if out[trait].names[class] {
				r.fail("%s twice", trait)
			}
			out[trait].names[class] = true
		}
	}
	return out
}()

// asked are the traits that the code uses, by table.
var asked = map[string][]string{}

// take returns the entry of a trait. A trait that no row has is a defect.
func take[T any](table, trait string, all map[string]T) T {
	x, ok := all[trait]
	if !ok {
		defect("%s: no row has the trait %s", table, trait)
	}
	asked[table] = append(asked[table], trait)
	return x
}

func classesOf(trait string) Classes { return take("classes.tsv", trait, classTraits) }

// SkipListComparisons is how often a skip list compares on a level of a balanced tree of its size: on average of random keys, 10 to 100,000
// of them, twice to look a key up, and up to 3.5 times to remove it (JDK 17, where a fourth of the elements has an index).
const SkipListComparisons = 4

// ComparisonsPerLevel is how often a collection in order compares an element with others, on average, on each level of a balanced tree.
func ComparisonsPerLevel(class string) int {
	if SkipList.Has(class) {
		return SkipListComparisons
	}
	return 1
}
