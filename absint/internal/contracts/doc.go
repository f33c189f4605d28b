// Package contracts finds the classes whose methods may break what the documentation of platform types promises: that
// add makes a list longer, that a size is not negative, that equals only reads. A bound that rests on one of these contracts
// holds only for objects of other classes. It imports effects and objectflow.
package contracts
