// Package exprtest draws expressions for property tests and evaluates them where their symbols have values. It imports no analysis: what
// it would import, the tests of expr and cost would compile again.
package exprtest
