package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7009", Name: "CryptographyPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "cryptography"},
		Sampled: finding.AtCall,
		Summary: "The same digest, cipher or key factory is looked up again and again; an object of it can be used again",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{remakingNames(cryptography)}},
	Check: remakings(cryptography),
})

const (
	providerDoes = "searches the providers and makes an object"
	resetAdvice  = "make it once in front of the loop, or once for each thread: it starts again behind its result, or by reset()"
	resetFirst   = "make it once in front of the loop, or once for each thread, and call reset() before each use: what it got may be left in it"
	initAdvice   = "make it once in front of the loop, or once for each thread, and initialise it again"
	sharedObject = "keep one"
)

var cryptography = []remaking{
	{class: "java/security/MessageDigest", calls: []string{"getInstance"}, does: providerDoes, advice: resetAdvice, measured: "Digest"},
	{class: "javax/crypto/Mac", calls: []string{"getInstance"}, does: providerDoes, advice: resetAdvice, measured: "KeyedDigest"},
	{class: "javax/crypto/Cipher", calls: []string{"getInstance"}, does: providerDoes, advice: initAdvice, measured: "KeyedDigest"},
	{class: "java/security/Signature", calls: []string{"getInstance"}, does: providerDoes, advice: initAdvice, measured: "Digest"},
	{class: "java/security/KeyFactory", calls: []string{"getInstance"}, does: providerDoes, advice: sharedObject, measured: "Digest"},
	{class: "javax/crypto/SecretKeyFactory", calls: []string{"getInstance"}, unlike: "PBKDF2", does: providerDoes, advice: sharedObject, measured: "KeyedDigest"},
	{class: "java/security/cert/CertificateFactory", calls: []string{"getInstance"}, does: providerDoes, advice: sharedObject, measured: "Digest"},
	{class: "javax/net/ssl/SSLContext", calls: []string{"getInstance"}, set: "init", does: providerDoes, advice: sharedObject, measured: "Digest"},
}

// finishing are the methods behind whose result a digest or code of a message starts again.
var finishing = []string{"digest", "doFinal", "reset"}

// leavesInput reports whether an iteration of a loop, or a call of the method where l is -1, may end without an exception and with what a digest
// got and gave no result of: the next one would add to it.
func (m *Method) leavesInput(digest ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	ends := map[int32]ssa.ID{} // by block, the last call of finishing in it
	var updates []ssa.ID
	for _, u := range m.usersOf(digest) {
		c, _ := f.Member(u)
		switch {
		case !f.IsCall(u):
		case slices.Contains(finishing, c.Name):
			ends[f.Values[u].Block] = max(ends[f.Values[u].Block], u)
		case c.Name == "update":
			updates = append(updates, u)
		}
	}
	return slices.ContainsFunc(updates, func(u ssa.ID) bool {
		b := f.Values[u].Block
		if end := ends[b]; end != 0 && f.Values[end].PC > f.Values[u].PC {
			return false
		}
		for at := range m.blocksFrom(b, func(e *cfg.Edge) bool {
			return e.Kind != cfg.Exception && (e.From == b || ends[e.From] == 0) && (l < 0 || g.InLoop(int(e.To), l) && e.To != g.Loops[l].Header)
		}) {
			if at != b && ends[at] != 0 {
				continue
			}
			leaves := len(g.Blocks[at].Succs) == 0 && m.returnsFrom(at)
			for _, e := range g.Blocks[at].Succs {
				leaves = leaves || l >= 0 && e.To == g.Loops[l].Header && e.Kind != cfg.Exception
			}
			if leaves {
				return true
			}
		}
		return false
	})
}
