package cli

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"runtime/pprof"

	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/atomicfile"
)

// profiles are what developers of energylint measure it with; hidden from its users.
type profiles struct {
	cpu, memory string
	samples     bytes.Buffer // the CPU profile
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
	if err := atomicfile.Check(p.cpu); err != nil {
		return usage("cannot write the CPU profile: %w", err)
	}
	if err := pprof.StartCPUProfile(&p.samples); err != nil {
		return failure(fmt.Errorf("cannot profile: %w", err))
	}
	return nil
}

func (p *profiles) stop() error {
	var errs []error
	if p.cpu != "" {
		pprof.StopCPUProfile()
		errs = append(errs, atomicfile.Write(p.cpu, p.samples.Bytes()))
	}
	if p.memory != "" {
		var heap bytes.Buffer
		runtime.GC()
		errs = append(errs, pprof.WriteHeapProfile(&heap), atomicfile.Write(p.memory, heap.Bytes()))
	}
	return errors.Join(errs...)
}
