// Package overflow computes the conditions under which the additions of a counter do not overflow: by the differences of its
// values and its limit (zones, Mine 2001), and by the reach of one iteration beyond the limit.
package overflow
