package classfile

// Everything calls every accessor of a class file, for tests that import packages which import this one.
var Everything = everything
