package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/spf13/pflag"
)

// profiles are what developers of energylint measure it with; hidden from its users.
type profiles struct {
	cpu, memory string
	file        *os.File
}

func (p *profiles) flags(fs *pflag.FlagSet) {
	fs.StringVar(&p.cpu, "cpuprofile", "", "write a CPU profile to `FILE`")
	fs.StringVar(&p.memory, "memprofile", "", "write a heap profile to `FILE` at the end")
	for _, name := range []string{"cpuprofile", "memprofile"} {
		fs.Lookup(name).Hidden = true
	}
}

func (p *profiles) start() error {
	if p.cpu == "" {
		return nil
	}
	f, err := os.Create(p.cpu)
	if err != nil {
		return usage("cannot write the CPU profile: %w", err)
	}
	p.file = f
	if err := pprof.StartCPUProfile(f); err != nil {
		return failure(fmt.Errorf("cannot profile: %w", err))
	}
	return nil
}

func (p *profiles) stop() error {
	var errs []error
	if p.file != nil {
		pprof.StopCPUProfile()
		errs = append(errs, p.file.Close())
	}
	if p.memory != "" {
		f, err := os.Create(p.memory)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		runtime.GC()
		errs = append(errs, pprof.WriteHeapProfile(f), f.Close())
	}
	return errors.Join(errs...)
}
