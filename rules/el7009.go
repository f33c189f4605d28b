package rules

import "github.com/energylint/energylint/internal/finding"

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
