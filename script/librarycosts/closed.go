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

// closedTypes are types of arguments whose methods are not the program's.
var closedTypes = regexp.MustCompile(`^\[*([BCDFIJSZ]|Ljava/lang/(String|Class|StringBuilder|StringBuffer|Integer|Long|Short|Byte|Boolean|Double|Float|Character|Object);|Ljava/util/Locale;)$`)

// closed says whether, by its types, a call of a method runs no code of the program. Whether it asks something of an
// argument that is an Object, only a trace shows.
func closed(method string) bool {
	open := strings.IndexByte(method, '(')
	dot := strings.LastIndexByte(method[:open], '.')
	owner, name, desc := method[:dot], method[dot+1:open], method[open:]
	params := classfile.Params(desc)
	exception := strings.HasSuffix(owner, "Exception") || strings.HasSuffix(owner, "Error") || owner == "java/lang/Throwable"
	switch {
	case exception && name == "<init>":
		if len(params) > 0 && params[len(params)-1] == "Ljava/lang/Throwable;" && len(params) == 2 && params[0] == "Ljava/lang/String;" {
			return true // a cause is kept; alone, it is asked for its text
		}
	case closedConstructors.MatchString(owner) && name == "<init>":
	case !closedOwners.MatchString(owner):
		return false
	}
	if name == "equals" || name == "compareTo" || name == "setOut" || name == "setErr" || name == "setIn" || name == "invoke" || name == "newInstance" {
		return strings.HasPrefix(owner, "java/lang/") && name != "invoke" && name != "newInstance" && !strings.HasPrefix(name, "set") && owner != "java/lang/Object"
	}
	for _, p := range params {
		if !closedTypes.MatchString(p) && !(closedConstructors.MatchString(owner) && strings.HasPrefix(owner, "java/io/")) {
			return false
		}
	}
	return true
}

// askedObjects says whether the method called what programs override, on the strings that stood for their objects.
func (l *listed) askedObjects() bool {
	for _, r := range l.runs {
		for _, asked := range []string{"equals", "hashCode", "compareTo", "toString"} {
			if r.called["java/lang/String."+asked] && !strings.HasPrefix(l.owner, "java/lang/String") && l.takesObjects() {
				return true
			}
		}
		if r.called["java/lang/Throwable.toString"] || r.called["java/lang/Throwable.getLocalizedMessage"] {
			return true
		}
	}
	return l.owner == "java/lang/Object" && l.name != "<init>" && l.name != "getClass" && !strings.HasPrefix(l.name, "notify") && l.name != "wait"
}

// takesObjects says whether objects of the program can take part: as arguments, or as elements of the receiver.
func (l *listed) takesObjects() bool {
	return strings.Contains(l.desc, "Ljava/lang/Object;") || strings.HasPrefix(l.owner, "java/util/")
}
