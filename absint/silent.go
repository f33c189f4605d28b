package absint

import "regexp"

// silent are methods of the platform that throw nothing: whatever they are called on is an object, and nothing that they can
// be called with makes a difference. Of an interface, they are those that throw nothing in any of the platform's classes: not
// List.size, which checks a sublist for modification of its list, Iterator.hasNext, which is Scanner's, or Map.Entry.getKey,
// which is that of an IdentityHashMap's iterator.
var silent = regexp.MustCompile(`^java/(lang/(` +
	`Object\.(<init>|getClass|hashCode|equals|toString)|\w*(Exception|Error|Throwable)\.(<init>|getMessage|getLocalizedMessage|getCause|toString)|` +
	`String\.(length|isEmpty|isBlank|hashCode|equals|equalsIgnoreCase|trim|strip|toLowerCase\(\)|toUpperCase\(\)|toCharArray|toString|intern|indexOf\(I|lastIndexOf\(I|valueOf\([IJFDZCL])|` +
	`(AbstractStringBuilder|StringBuilder|StringBuffer)\.(<init>\(\)|append\([IJFDZC]\)|append\(Ljava/lang/(String|Object);\)|toString|length|isEmpty|reverse)|` +
	`(Integer|Long|Short|Byte|Boolean|Character|Float|Double)\.(valueOf\([IJSBZCFD]\)|\w+Value|hashCode|equals|toString\(\)|compare\(|bitCount|numberOf\w+|highestOneBit|lowestOneBit|reverse|rotate\w+|signum|is\w+|sum|max|min|to(Upper|Lower)Case|getNumericValue|\w*BitsTo\w+|\w*To\w+Bits)|` +
	`(Integer|Long|Short|Byte|Boolean|Float|Double)\.toString\(|` +
	`(Strict)?Math\.(abs|max|min|sqrt|cbrt|pow|exp|log|log10|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|hypot|floor|ceil|rint|round|signum|random|fma|ulp|toRadians|toDegrees)\(|` +
	`System\.(nanoTime|currentTimeMillis|identityHashCode|lineSeparator)|Thread\.currentThread|Class\.(getName|getSimpleName|desiredAssertionStatus|isArray|isInterface)|` +
	`Enum\.(<init>|ordinal|name|toString|hashCode|equals)|Record\.<init>)|` +
	`util/(ArrayList|Set|Map|(Linked)?Hash(Map|Set)|Tree(Map|Set)|ArrayDeque|LinkedList|Deque|Queue|AbstractMap)\.(size|isEmpty|iterator|keySet|values|entrySet)\(\)|` +
	`util/((Linked)?Hash(Map|Set)|ArrayList|LinkedList|Tree(Map|Set)|ArrayDeque)\.<init>\(\)|util/(ArrayList|LinkedList)\.(add\(Ljava/lang/Object;\)|clear\(|contains\()|` +
	`util/(Linked)?Hash(Map|Set)\.(get|getOrDefault|put|putIfAbsent|add|contains|containsKey|remove|clear)\(|` +
	`util/Objects\.(equals|hashCode|hash|isNull|nonNull|toString)|util/Optional(Int|Long|Double)?\.(isPresent|isEmpty|ofNullable|empty|orElse)\b|` +
	`io/PrintStream\.(print|println)\((|[IJFDZC]|Ljava/lang/(String|Object);)\))`)

// mayThrow reports whether a call may run code that is not analysed and throws.
func (a *Resolver) mayThrow(site *callSite) bool {
	if site.hidden != nil || !site.library && !site.open && site.unknown == "" && len(site.stated) == 0 {
		return false
	}
	open := site.open && a.Hierarchy.Analysed(site.member.Class)
	return open || !silent.MatchString(site.member.Class+"."+site.member.Name+site.member.Desc)
}
