package main

import (
	"regexp"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// closedOwners are classes whose methods call nothing but the platform and methods of their arguments: they are no
// wrappers around an object that a program may have made, and ask nothing of it.
var closedOwners = regexp.MustCompile(`^java/(` +
	`lang/(String|StringBuilder|StringBuffer|Character|Integer|Long|Short|Byte|Boolean|Double|Float|Math|StrictMath|System|Runtime|Object|Class|StackTraceElement|reflect/(Array|Method|Field|Constructor|Modifier)|ref/(Weak|Soft|Phantom)?Reference)|` +
	`util/(ArrayList(\$Itr)?|LinkedList|ArrayDeque|HashMap(\$\w+)?|HashSet|LinkedHashMap|LinkedHashSet|TreeMap|TreeSet|Vector|Stack|Hashtable|BitSet|IdentityHashMap|EnumMap|EnumSet|Optional(Int|Long|Double)?|Arrays|Objects|Random|StringTokenizer|StringJoiner|UUID|Date|Collections)|` +
	`util/concurrent/(atomic/\w+|ConcurrentHashMap|ConcurrentLinkedQueue|CountDownLatch|TimeUnit|locks/Reentrant\w+(\$\w+)?)|` +
	`io/(ByteArrayInputStream|ByteArrayOutputStream|StringReader|StringWriter|File)|` +
	`nio/(Buffer|ByteBuffer|CharBuffer|ShortBuffer|IntBuffer|LongBuffer|FloatBuffer|DoubleBuffer)|` +
	`math/(BigInteger|BigDecimal|RoundingMode|MathContext)|text/(ParsePosition|FieldPosition)` +
	`)$`)

// closedConstructors are classes of which constructors, that of a subclass calls too, call nothing of the subclass.
var closedConstructors = regexp.MustCompile(`^java/(lang/(Enum|Record|Number)|util/Abstract(Collection|List|Set|Map|SequentialList|Queue)|` +
	`io/(InputStream|OutputStream|Reader|Writer|FilterInputStream|FilterOutputStream|FilterReader|FilterWriter))$`)

// closedKotlin are methods of Kotlin's library that ask nothing of their arguments.
var closedKotlin = regexp.MustCompile(`^kotlin/(jvm/internal/(Intrinsics\.(checkNotNull\w*)|Lambda\.<init>|Ref\$\w+\.<init>|InlineMarker\.\w+|Reflection\.getOrCreateKotlinClass|\w*Reference\d?Impl\.<init>)|TuplesKt\.to|Pair\.(<init>|component\d|getFirst|getSecond)|` +
	`collections/(CollectionsKt\.(emptyList|listOf|createListBuilder)|SetsKt\.emptySet|MapsKt\.(emptyMap|mapCapacity|createMapBuilder)|ArraysKt\.(getLastIndex|sum)|ArrayDeque\.(<init>|add|addFirst|addLast|isEmpty|remove(First|Last)(OrNull)?))|` +
	`ranges/(RangesKt\.(coerce\w+|until|step)|Int(Progression|Range)\.\w+)|internal/ProgressionUtilKt\.\w+|UnsignedKt\.\w+|LazyKt\.lazy)$`)

// closedSpring are methods of Spring that ask nothing of their arguments: keys of models and headers are strings, and attributes
// and bodies are kept.
var closedSpring = regexp.MustCompile(`^org/springframework/(util/(Assert\.(notNull|isNull|isTrue|state|hasText|hasLength|isInstanceOf|notEmpty\(\[)|StringUtils\.|ObjectUtils\.isEmpty\(\[)|` +
	`ui/\w+\.(<init>|addAttribute\(Ljava/lang/String;|containsAttribute|asMap)|web/servlet/ModelAndView\.(<init>|addObject\(Ljava/lang/String;|[gsh]et\w+\(|hasView)|` +
	`http/|validation/\w*(Errors|BindingResult)\.|(validation/|web/bind/)\w*DataBinder\.|web/servlet/mvc/support/\w+\.addFlashAttribute)`)

// closedTypes are types of arguments whose methods are not the program's.
var closedTypes = regexp.MustCompile(`^\[*([BCDFIJSZ]|Ljava/lang/(String|Class|StringBuilder|StringBuffer|Integer|Long|Short|Byte|Boolean|Double|Float|Character|Object);|Ljava/util/Locale;)$`)

// asking are classes of static methods that mostly ask objects whether they are equal, or more; keeping are those of
// their methods that do not.
var (
	asking  = regexp.MustCompile(`^java/util/(Arrays|Objects|Collections)$`)
	keeping = regexp.MustCompile(`^(copyOf|copyOfRange|fill|stream|asList|isNull|nonNull|requireNonNull|requireNonNullElse|singleton|singletonList|emptyList|emptySet|emptyMap)$`)
)

// closedButCallbacks are methods that run no code of the program but their callbacks.
var closedButCallbacks = regexp.MustCompile(`^java/(lang/String\.valueOf\(Ljava/lang/Object;|lang/String(Builder|Buffer)\.append\(Ljava/lang/Object;|` +
	`util/ArrayList\.(contains|indexOf|remove\(Ljava/lang/Object;|forEach)|util/LinkedList\.contains|` +
	`util/Objects\.(equals|hashCode|requireNonNull)\(|util/Optional\.(orElseGet|map|ifPresent|orElseThrow)\(|util/(EnumMap|EnumSet|Vector)\.forEach)|` +
	`^org/springframework/(util/(Assert\.notEmpty|StringUtils\.has(Text|Length)|CollectionUtils\.isEmpty)\(|(ui/\w+\.addAttribute|web/servlet/ModelAndView\.addObject)\(Ljava/lang/Object;|(validation/|web/bind/)\w*DataBinder\.setValidator)`)

// wrapping are methods that ask what a program may have made: an enum constant for its text, a sequence for its chars, the
// class of an enum for its constants, which its values returns, as for an annotation of which they are elements.
var wrapping = regexp.MustCompile(`^java/(util/EnumSet\.(toString|noneOf|allOf)|util/EnumMap\.<init>|nio/CharBuffer\.(charAt|get|toString)|` +
	`lang/Class\.getEnumConstants|lang/(Class|reflect/\w+)\.(get\w*Annotat\w+|isAnnotationPresent))\(`)

// asksNothing are methods that store or compare the object which they are given, and call none of its methods.
var asksNothing = regexp.MustCompile(`^java/(lang/(String|Integer|Long)\.equals|util/(ArrayList\.(add|set)|LinkedList\.add(First|Last)?|` +
	`ArrayDeque\.(add(First|Last)|push)|Objects\.(requireNonNull|isNull|nonNull)|Optional\.of(Nullable)?))\(`)

// closed reports whether, by its types, a call of a method runs no code of the program. Whether it asks something of an
// argument that is an Object, only a trace shows.
func closed(method string) bool {
	open := strings.IndexByte(method, '(')
	dot := strings.LastIndexByte(method[:open], '.')
	owner, name, desc := method[:dot], method[dot+1:open], method[open:]
	params := classfile.Params(desc)
	exception := strings.HasSuffix(owner, "Exception") || strings.HasSuffix(owner, "Error") || owner == "java/lang/Throwable"
	switch {
	case wrapping.MatchString(method):
		return false
	case exception && name == "<init>":
		if len(params) > 0 && params[len(params)-1] == "Ljava/lang/Throwable;" && len(params) == 2 && params[0] == "Ljava/lang/String;" {
			return true // a cause is kept; alone, it is asked for its text
		}
	case closedConstructors.MatchString(owner) && name == "<init>":
	case strings.HasPrefix(owner, "kotlin/"):
		return closedKotlin.MatchString(owner + "." + name)
	case strings.HasPrefix(owner, "org/springframework/"):
		return closedSpring.MatchString(method)
	case !closedOwners.MatchString(owner):
		return false
	}
	if name == "equals" || name == "compareTo" || name == "setOut" || name == "setErr" || name == "setIn" || name == "invoke" || name == "newInstance" {
		return strings.HasPrefix(owner, "java/lang/") && name != "invoke" && name != "newInstance" && !strings.HasPrefix(name, "set") && owner != "java/lang/Object"
	}
	if strings.Contains(desc, "Ljava/lang/Object;") && asking.MatchString(owner) && !keeping.MatchString(name) {
		return false // a trace may have met the same object twice, and have asked neither
	}
	for _, p := range params {
		if !closedTypes.MatchString(p) && !(closedConstructors.MatchString(owner) && strings.HasPrefix(owner, "java/io/")) {
			return false
		}
	}
	return true
}

// askedObjects reports whether the method called what programs override, on the strings that stood for their objects.
func (l *listed) askedObjects() bool {
	if strings.HasPrefix(l.owner, "org/springframework/") {
		return false // the strings of closed methods are names of attributes and fields, which no object of the program stands in for
	}
	for _, r := range l.runs {
		for _, asked := range []string{"equals", "hashCode", "compareTo", "toString"} {
			if r.called["java/lang/String."+asked] && l.takesObjects() {
				return true
			}
		}
		if r.called["java/lang/Throwable.toString"] || r.called["java/lang/Throwable.getLocalizedMessage"] {
			return true
		}
	}
	return l.owner == "java/lang/Object" && l.name != "<init>" && l.name != "getClass" && !strings.HasPrefix(l.name, "notify") && l.name != "wait"
}

// takesObjects reports whether objects of the program can take part: as arguments, or as elements of the receiver.
func (l *listed) takesObjects() bool {
	return strings.Contains(l.desc, "Ljava/lang/Object;") || strings.HasPrefix(l.owner, "java/util/")
}
