// Package exceptions answers which exceptions the JVM may raise at an instruction (JVMS 6.5) and which handlers catch
// them. It imports symval.
package exceptions
