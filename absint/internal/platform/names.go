package platform

import "github.com/energylint/energylint/internal/classfile"

// KotlinArrayDeque is Kotlin's own ArrayDeque, a final class that does what the JDK's collections do.
const KotlinArrayDeque = "kotlin/collections/ArrayDeque"

// The classes that the engine knows by name, where what it knows of them is no trait in a table.
const (
	ObjectClass        = "java/lang/Object"
	StringClass        = "java/lang/String"
	StringBuilder      = "java/lang/StringBuilder"
	CharSequence       = "java/lang/CharSequence"
	ClassClass         = "java/lang/Class"
	Comparable         = "java/lang/Comparable"
	Iterable           = "java/lang/Iterable"
	Math               = "java/lang/Math"
	Record             = "java/lang/Record"
	Throwable          = "java/lang/Throwable"
	Serializable       = "java/io/Serializable"
	InputStream        = "java/io/InputStream"
	OutputStream       = "java/io/OutputStream"
	PrintStream        = "java/io/PrintStream"
	Arrays             = "java/util/Arrays"
	BitSet             = "java/util/BitSet"
	CollectionClass    = "java/util/Collection"
	CollectionsClass   = "java/util/Collections"
	Comparator         = "java/util/Comparator"
	Formattable        = "java/util/Formattable"
	Iterator           = "java/util/Iterator"
	List               = "java/util/List"
	ListIterator       = "java/util/ListIterator"
	Map                = "java/util/Map"
	MapEntry           = "java/util/Map$Entry"
	SimpleEntry        = "java/util/AbstractMap$SimpleEntry"
	NavigableSet       = "java/util/NavigableSet"
	Objects            = "java/util/Objects"
	Queue              = "java/util/Queue"
	Set                = "java/util/Set"
	Void               = "java/lang/Void"
	Vector             = "java/util/Vector"
	Supplier           = "java/util/function/Supplier"
	Matcher            = "java/util/regex/Matcher"
	Collector          = "java/util/stream/Collector"
	Collectors         = "java/util/stream/Collectors"
	Stream             = "java/util/stream/Stream"
	ReferenceQueue     = "java/lang/ref/ReferenceQueue"
	Lookups            = "java/lang/invoke/MethodHandles$Lookup"
	VarHandle          = "java/lang/invoke/VarHandle"
	ReferenceUpdater   = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater"
	KotlinCollections  = "kotlin/collections/CollectionsKt"
	KotlinProgressions = "kotlin/internal/ProgressionUtilKt"
)

// StreamDesc is the descriptor of the methods that make a stream of a collection.
const StreamDesc = "()Ljava/util/stream/Stream;"

// The methods that the engine knows by name.
var (
	HashCode  = classfile.Member{Class: ObjectClass, Name: "hashCode", Desc: "()I"}
	Equals    = classfile.Member{Class: ObjectClass, Name: "equals", Desc: "(Ljava/lang/Object;)Z"}
	ToString  = classfile.Member{Class: ObjectClass, Name: "toString", Desc: "()Ljava/lang/String;"}
	CompareTo = classfile.Member{Class: Comparable, Name: "compareTo", Desc: "(Ljava/lang/Object;)I"}
	FormatTo  = classfile.Member{Class: "java/util/Formattable", Name: "formatTo", Desc: "(Ljava/util/Formatter;III)V", Interface: true}
	// Messages are the methods that make a part of the text of an exception.
	Messages = []classfile.Member{
		{Class: Throwable, Name: "getLocalizedMessage", Desc: "()Ljava/lang/String;"}, {Class: Throwable, Name: "getMessage", Desc: "()Ljava/lang/String;"},
	}
	Compare = classfile.Member{Class: Comparator, Name: "compare", Desc: "(Ljava/lang/Object;Ljava/lang/Object;)I"}
	// CollectionToArray is toArray of any collection.
	CollectionToArray = classfile.Member{Name: "toArray", Desc: "()[Ljava/lang/Object;", Interface: true}
	// ProxyInvoke is the method that a call on a java.lang.reflect.Proxy runs.
	ProxyInvoke = classfile.Member{
		Class: "java/lang/reflect/InvocationHandler", Name: "invoke",
		Desc: "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;", Interface: true,
	}
)

// wrappers are the classes of boxed values, by the descriptor of the primitive type.
var wrappers = map[byte]string{
	'B': "java/lang/Byte", 'C': "java/lang/Character", 'D': "java/lang/Double", 'F': "java/lang/Float",
	'I': "java/lang/Integer", 'J': "java/lang/Long", 'S': "java/lang/Short", 'Z': "java/lang/Boolean",
}

// Wrapper returns the class whose static methods compare and hash values of a primitive type, empty for other types.
func Wrapper(desc string) string { return wrappers[desc[0]] }
