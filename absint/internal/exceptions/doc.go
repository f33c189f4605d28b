// Package exceptions computes the exceptions that the JVM may raise at an instruction (JVMS 6.5) and the handlers that
// catch them. It imports symval and heapsize.
package exceptions
