//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// endTogether has the end of a command be the end of what it started.
func endTogether(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
