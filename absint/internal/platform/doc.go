// Package platform holds what the engine knows of the classes and methods of the JDK and of Kotlin's and Scala's runtime
// libraries. The knowledge is data: each table (*.tsv) answers one question, its header names the columns, and the file of
// its query functions defines the words in it. The tables are parsed once, when the program starts.
//
// What is in a table is trusted: a method that is called silent is taken to throw nothing. An entry that is missing
// costs precision and never soundness, so a table lists what was checked, not what looks alike. Tests check that each
// class and each method exists in the JDK's run-time image or in the Kotlin standard library.
//
// It imports no other package of the engine but classfile. The tables of costs, sizes and callbacks are in models/library,
// which has a schema of its own.
package platform
