// Package either bounds loops that go on while one of several tests holds, of which each has a quantity of its own that it needs more of: counters, the nodes of lists,
// elements of collections (while (i >= 0 || j >= 0 || carry > 0)). The sum of the quantities is a ranking function (Podelski and Rybalchenko, VMCAI 2004).
package either
