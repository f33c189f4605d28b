// Package heapsize bounds how many elements collections hold and how many nodes linked structures have, and how often
// loops that consume them iterate: iterators, worklists, readers, link traversals. A loop takes something from a
// finite source in each iteration and nothing puts anything back, or a bounded number of elements. It imports symval.
package heapsize
