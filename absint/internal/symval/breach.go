package symval

import (
	"cmp"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/ssa"
)

// Breach returns a class that an object may be of and that may break a contract, nil where all keep it. class is what the
// object is at least, by the call that is made on it.
func (m *Func) Breach(v ssa.ID, class string, c *contracts.Contract) *contracts.Breach {
	hops := objectflow.MaxHops
	if m.Db.OpenWorld {
		hops = 0
	}
	if class = cmp.Or(class, platform.ObjectClass); platform.Final.Has(class) {
		return nil
	}
	b := &progdb.Body{Method: m.Fn.Method, G: m.CFG, F: m.Fn}
	ks, ok := objectflow.NewObjectFlow(m.Db.Flows).Objects(b, v, class, hops, false)
	if !ok {
		ks = []objectflow.AbstractObject{{Class: class}}
	}
	for _, k := range ks {
		if k.Lambda != nil { // a function has no size
			continue
		}
		k.Class = cmp.Or(k.Class, class)
		if b := m.Db.BreachOf(k, c); b != nil {
			return b
		}
	}
	return nil
}
