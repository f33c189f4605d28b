package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
)

func (p *program) snapshotCommand() *cobra.Command {
	f := &flags{}
	var output string
	c := &cobra.Command{
		Use:   "snapshot [PATH...] -o FILE",
		Short: "Keep every method's energy in a file, to compare with later",
		Long: `Write the energy of every method to a file: costs as expressions, calls, verdicts on budgets and digests of the code. It is
what a comparison needs of a state of the program, without its classes.

` + pathHelp,
		Example: `  energylint snapshot -o energylint.snapshot                   this project
  energylint snapshot target/classes -o energylint.snapshot`,
		RunE: func(c *cobra.Command, args []string) error {
			if output == "" {
				return usage("snapshot: say where to write it: -o energylint.snapshot")
			}
			return p.snapshot(c.Context(), f, args, output)
		},
	}
	f.input(c.Flags(), "no progress", "notes on what is read, too")
	f.pricing(c.Flags())
	c.Flags().BoolVar(&f.callEnergy, "call-energy", false, "keep the energy of each call, for diff --similar")
	c.Flags().StringVarP(&output, "output", "o", "", "write the snapshot to `FILE`")
	return c
}

func (p *program) snapshot(ctx context.Context, f *flags, paths []string, output string) error {
	if err := atomicfile.Check(output); err != nil {
		return usage("--output: %w", err)
	}
	var all *snapshot.Snapshot
	return p.withAnalyses(ctx, f, paths, func(s *Settings, a *driver.Analysis) error {
		one, err := p.stateOf(ctx, s, a)
		if err != nil {
			return err
		}
		all, err = joinSnapshots(all, one)
		return err
	}, func(config.Output) error {
		if len(all.Methods) == 0 { // a comparison refuses it, and an older one may be used in its place
			return failure(errors.New("no snapshot is written: no method could be analysed"))
		}
		var b bytes.Buffer
		err := snapshot.Write(&b, all)
		if err == nil {
			err = atomicfile.Write(output, b.Bytes())
		}
		if err != nil {
			return failure(fmt.Errorf("cannot write the snapshot: %w", err))
		}
		return nil
	})
}

// stateOf returns the snapshot of a project.
func (p *program) stateOf(ctx context.Context, s *Settings, a *driver.Analysis) (*snapshot.Snapshot, error) {
	s.exact = true
	out, err := p.programState(ctx, s, a.Program, nil)
	if err != nil {
		return nil, err
	}
	warnOfAssumptions(s, a.Program)
	for i := range out.Methods {
		out.Methods[i].File = a.Complete(finding.Location{Class: out.Methods[i].Class}).File
	}
	return out, nil
}

// programState returns the snapshot of a program without the files of its sources. verified are its budgets, nil where they
// were not checked.
func (p *program) programState(ctx context.Context, s *Settings, pr *unit.Program, verified *driver.Verification) (*snapshot.Snapshot, error) {
	settings, err := s.snapshotSettings()
	if err != nil {
		return nil, &exit{ExitUsage, err}
	}
	ms, overridden, err := p.engine.Snapshot(ctx, s, pr, verified)
	if err != nil {
		return nil, failure(err)
	}
	for i := range ms {
		ms[i].File = ""
	}
	return &snapshot.Snapshot{Schema: snapshot.Schema, Version: s.Version, Settings: settings, Methods: ms, Returning: true, Overridden: overridden}, nil
}

// snapshotMethods evaluates all methods for a snapshot.
func snapshotMethods(_ context.Context, s *Settings, p *unit.Program, verified *driver.Verification) (out []snapshot.Method, overridden []snapshot.Overridden, err error) {
	e, ms, results, err := evaluated(s, p, func(_, _, _ string) bool { return true }, verified)
	if err != nil {
		return nil, nil, err
	}
	out = e.Snapshot(ms, results)
	if s.callEnergy {
		overridden = e.AddOverrides(out, ms)
	}
	return out, overridden, nil
}

// snapshotSettings returns what the numbers of a project depend on besides its code.
func (s *Settings) snapshotSettings() (snapshot.Settings, error) {
	c := s.Config
	out := snapshot.Settings{
		Model: s.Model.Name(), Residual: cmp.Or(c.Model.Residual, "pattern"), Unit: cmp.Or(s.Model.Counts(), "J"), Device: s.Device,
		Confidence: result.Joules(c.Model.Confidence), JDK: s.jdk(), Libraries: s.libraryDigests, UnknownCalls: c.Analysis.UnknownCalls,
		CallEnergy: s.callEnergy,
	}
	for _, a := range c.Assumes {
		out.Assumptions = append(out.Assumptions, snapshot.Assumption{Symbol: a.Symbol, Method: a.Method, Max: result.Joules(a.Max), Energy: a.Energy, Joules: result.Joules(a.Joules)})
	}
	b, err := modelBundle(c)
	if err != nil {
		return out, err
	}
	out.ModelDigest = b.Digest()
	if c.Model.File != "" {
		out.ModelText = b.String()
	}
	return out, nil
}

// modelBundle returns the texts of the model that a configuration names.
func modelBundle(c *config.Config) (*models.Bundle, error) {
	if c.Model.File == "" {
		return models.ShippedBundle(c.Model.Name)
	}
	own, named := modelTrees(c.Model.File, c.TreeOf("model.file"))
	return models.ReadBundle(c.Model.File, own, named)
}

// joinSnapshots puts two projects into one snapshot. They must have the same settings.
func joinSnapshots(a, b *snapshot.Snapshot) (*snapshot.Snapshot, error) {
	if a == nil {
		return b, nil
	}
	if !reflect.DeepEqual(a.Settings, b.Settings) {
		return nil, usage("the projects are analysed with different settings (model, device, confidence, JDK, libraries or assumptions): make a snapshot of each")
	}
	out := *a
	out.Methods = slices.Concat(a.Methods, b.Methods)
	slices.SortStableFunc(out.Methods, snapshot.Compare)
	out.Overridden = slices.Concat(a.Overridden, b.Overridden)
	slices.SortStableFunc(out.Overridden, func(x, y snapshot.Overridden) int { return cmp.Compare(x.Method, y.Method) })
	out.Overridden = slices.CompactFunc(out.Overridden, func(x, y snapshot.Overridden) bool { return x.Method == y.Method })
	for i := 1; i < len(out.Methods); i++ {
		if x, y := &out.Methods[i-1], &out.Methods[i]; snapshot.Compare(*x, *y) == 0 {
			return nil, usage("%s is in two of the projects (%s, %s): make a snapshot of each", y.Key(), x.File, y.File)
		}
	}
	return &out, nil
}

// snapshotFile reads a snapshot.
func snapshotFile(name string) (*snapshot.Snapshot, error) {
	data, err := files.Read(name, snapshot.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the snapshot: %s: %s", name, files.Reason(err))
	}
	s, err := snapshot.Read(data)
	if err != nil {
		return nil, fmt.Errorf("cannot read the snapshot: %s: %w", name, err)
	}
	return s, nil
}

// snapshotModel returns the model that the counts of a snapshot are priced with.
func snapshotModel(s *snapshot.Settings) (*models.Model, error) {
	m, err := models.Load(s.Model)
	if s.ModelText != "" {
		var b *models.Bundle
		if b, err = models.ParseBundle(s.ModelText); err == nil {
			m, err = b.Model()
		}
	} else if err == nil {
		var b *models.Bundle
		if b, err = models.ShippedBundle(s.Model); err == nil && b.Digest() != s.ModelDigest {
			err = errors.New("the model " + s.Model + " is not that of this version of energylint: make the snapshot again")
		}
	}
	if err != nil {
		return nil, err
	}
	r, err := models.ParseResidual(s.Residual)
	if err != nil {
		return nil, err
	}
	m = m.WithResidual(r)
	if cost, ok := config.ParseUnknownCalls(s.UnknownCalls); ok {
		m = m.WithUnknownCall(cost, "the snapshot")
	}
	for _, a := range s.Assumptions {
		if a.Energy == "" {
			continue
		}
		if m, _, err = m.WithAssumedCall(a.Symbol, float64(a.Joules)); err != nil {
			return nil, err
		}
	}
	return m, nil
}
