//go:build !unix

package cli

import "os/exec"

// endTogether leaves what a command started to itself: there are no groups of processes.
func endTogether(*exec.Cmd) {}
