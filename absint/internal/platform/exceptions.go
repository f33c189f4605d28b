package platform

import "slices"

// Exception is an exception that the JVM raises at instructions by itself.
type Exception struct {
	Class string
	Above []string // the classes above it: a handler that names one of them catches it
}

// Catches reports whether a handler that names a class catches the exception.
func (x *Exception) Catches(class string) bool {
	return x.Class == class || slices.Contains(x.Above, class)
}

// ExceptionKinds are the words of exceptions.tsv for the kinds of exceptions, in the order of Exceptions.
var ExceptionKinds = [...]string{"null-pointer", "index", "arithmetic", "class-cast", "negative-size", "array-store"}

// Exceptions are the exceptions that the JVM raises by itself, in the order of ExceptionKinds.
var Exceptions = func() (out [len(ExceptionKinds)]Exception) {
	for _, r := range readTable("exceptions.tsv", "kind", "class", "above") {
		i := slices.Index(ExceptionKinds[:], r.fields["kind"])
		if i < 0 || out[i].Class != "" {
			r.fail("%q is no kind, or has a row already", r.fields["kind"])
			continue
		}
		out[i] = Exception{r.fields["class"], r.list("above")}
	}
	return out
}()
