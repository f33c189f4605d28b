package platform

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// prefixes are the rows of packages.tsv, by trait.
var prefixes = func() map[string][]string {
	out := map[string][]string{}
	for _, r := range readTable("packages.tsv", "prefix", "traits") {
		for _, trait := range r.list("traits") {
			if slices.Contains(out[trait], r.fields["prefix"]) {
				r.fail("%s has the trait %s already", r.fields["prefix"], trait)
			}
			out[trait] = append(out[trait], r.fields["prefix"])
		}
	}
	return out
}()

func prefixesOf(trait string) []string { return take("packages.tsv", trait, prefixes) }

var (
	platformPrefixes   = prefixesOf("platform")
	platformPackages   = setOf(prefixesOf("platform-package"))
	functionPackages   = prefixesOf("function")
	reflectivePackages = prefixesOf("reflective")
	findingPrefixes    = prefixesOf("finding")
	streamPackages     = prefixesOf("stream")
	kotlinPackages     = prefixesOf("kotlin")
	kotlinFunctions    = prefixesOf("kotlin-function")
)

// IsPlatform reports whether a class is one of the JDK's, or Kotlin's ArrayDeque, which is final and does what the JDK's
// collections do: its methods keep their documented contracts, and its sizes are not negative. Sound because no program has
// classes of its own in these packages: class loaders refuse names in java (ClassLoader.defineClass), and leave the packages
// of the JDK's modules to these (java.lang.module). Other packages in javax are those of libraries, such as javax.inject.
func IsPlatform(class string) bool {
	return startsWith(class, platformPrefixes) || strings.HasPrefix(class, "javax/") && platformPackages[PackageOf(class)] || class == KotlinArrayDeque
}

// setOf returns the set of the names.
func setOf(names []string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}

// IsReflective reports whether a class is one of another language's reflection or dynamic calls.
func IsReflective(class string) bool { return startsWith(class, reflectivePackages) }

// InStreams reports whether a class is in the package of streams.
func InStreams(class string) bool { return startsWith(class, streamPackages) }

// FindsByName reports whether a class finds members of others by name.
func FindsByName(class string) bool {
	return startsWith(class, findingPrefixes) || IsFieldUpdater(class) || strings.HasSuffix(class, "/Unsafe")
}

// IsFieldUpdater reports whether a class stores to fields that it found by name, as AtomicIntegerFieldUpdater does.
func IsFieldUpdater(class string) bool { return strings.HasSuffix(class, "FieldUpdater") }

// MentionsFunctionPackage reports whether a class name or a descriptor names a type of java.util.function.
func MentionsFunctionPackage(s string) bool {
	return slices.ContainsFunc(functionPackages, func(part string) bool { return strings.Contains(s, part) })
}

// MentionsFunction reports whether a class name or a descriptor names a functional interface that runs code of the program.
func MentionsFunction(s string) bool {
	return MentionsFunctionPackage(s) || slices.ContainsFunc(functions, func(part string) bool { return strings.Contains(s, part) })
}

var functions = Function.All()

// InKotlin reports whether a class is one of Kotlin's library.
func InKotlin(class string) bool { return startsWith(class, kotlinPackages) }

// IsFunctionOfKotlin reports whether a class is one of Kotlin's functional interfaces.
func IsFunctionOfKotlin(class string) bool { return startsWith(class, kotlinFunctions) }

// IsThrowable reports whether a class is one of the JDK's exceptions and errors, by its name: each is called Exception, Error or
// Throwable at its end.
func IsThrowable(class string) bool {
	return strings.HasPrefix(class, "java/") &&
		(strings.HasSuffix(class, "Exception") || strings.HasSuffix(class, "Error") || class == Throwable)
}

// IsBuffer reports whether a class is one of the buffers of java.nio, below which no other code has any: their constructors are
// not public.
func IsBuffer(class string) bool {
	return strings.HasPrefix(class, "java/nio/") && strings.HasSuffix(class, "Buffer")
}

// Desc returns the descriptor of a class.
func Desc(class string) string { return "L" + class + ";" }

// ClassName returns the class of a descriptor, empty for an array or a number.
func ClassName(desc string) string {
	if len(desc) < 3 || desc[0] != 'L' {
		return ""
	}
	return desc[1 : len(desc)-1]
}

// InUtil reports whether a class is in java.util or a package in it.
func InUtil(class string) bool { return strings.HasPrefix(class, "java/util/") }

// InConcurrent reports whether a class is in java.util.concurrent or a package in it.
func InConcurrent(class string) bool { return strings.HasPrefix(class, "java/util/concurrent/") }

// PackageOf returns the package part of a class name, with the slash.
func PackageOf(class string) string { return class[:strings.LastIndexByte(class, '/')+1] }

// TakesObjects reports whether a method has a parameter of a type that application classes can have.
func TakesObjects(desc string) bool {
	back := false
	classfile.EachParam(desc, func(t string) {
		element := strings.TrimLeft(t, "[")
		if element[0] == 'L' {
			back = back || !Closed.Has(element[1:len(element)-1])
		}
	})
	return back
}
