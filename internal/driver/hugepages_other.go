//go:build !linux

package driver

// preferHugePages does nothing: only Linux has a program ask for huge pages without a privilege.
func preferHugePages(int64) {}
