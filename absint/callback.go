package absint

import (
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// closedLibrary are library classes whose methods call no code of the program, as long as no argument's type brings
// any along.
var closedLibrary = map[string]bool{
	"java/lang/String": true, "java/lang/StringBuilder": true, "java/lang/StringBuffer": true, "java/lang/Math": true,
	"java/lang/StrictMath": true, "java/lang/Integer": true, "java/lang/Long": true, "java/lang/Short": true,
	"java/lang/Byte": true, "java/lang/Character": true, "java/lang/Boolean": true, "java/lang/Double": true,
	"java/lang/Float": true, "java/lang/System": true, "java/lang/Object": true, "java/lang/Number": true,
	"java/util/Arrays": true, "java/util/Random": true, "java/io/PrintStream": true,
	"java/lang/invoke/StringConcatFactory": true,
}

// callsBack says whether library code may run code of the program: through a receiver or an argument whose class
// is not known to be the library's own.
func (m *method) callsBack(site *callSite) bool {
	if site.member.Class == "java/util/Objects" && site.member.Desc == "(Ljava/lang/Object;)Ljava/lang/Object;" {
		return false // requireNonNull, which compilers insert before a receiver is captured
	}
	if !closedLibrary[site.member.Class] && !(isThrowable(site.member) && !m.fields.fillsStackTraces()) {
		return true
	}
	back := false
	classfile.EachParam(site.member.Desc, func(t string) {
		element := strings.TrimLeft(t, "[")
		if element[0] == 'L' {
			back = back || element != "Ljava/lang/String;" && !closedLibrary[element[1:len(element)-1]] || element == "Ljava/lang/Object;"
		}
	})
	return back
}

// isThrowable says whether the member constructs one of the platform's own exceptions.
func isThrowable(mem classfile.Member) bool {
	return mem.Name == "<init>" && strings.HasPrefix(mem.Class, "java/") &&
		(strings.HasSuffix(mem.Class, "Exception") || strings.HasSuffix(mem.Class, "Error"))
}
