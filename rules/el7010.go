package rules

import "github.com/energylint/energylint/internal/finding"

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7010", Name: "RandomPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "random"},
		Summary: "A random number generator is made again and again; one gives as many numbers as are asked for",
	},
	Needs: Needs{Calls: [][]string{remakingNames(generators)}},
	Check: remakings(generators),
})

const (
	secureDoes   = "makes a generator, which is seeded by the operating system"
	secureAdvice = "keep one, which threads can share"
)

// generators are made without a seed: one with a seed gives the same numbers each time that it is made.
var generators = []remaking{
	{class: "java/util/Random", calls: []string{"<init>"}, desc: "()V", does: "makes a generator and its seed", advice: "keep one, or use ThreadLocalRandom.current()", measured: "NewRandom"},
	{class: "java/security/SecureRandom", calls: []string{"<init>"}, desc: "()V", does: secureDoes, advice: secureAdvice, measured: "NewSecureRandom"},
	{class: "java/security/SecureRandom", calls: []string{"getInstance", "getInstanceStrong"}, does: secureDoes, advice: secureAdvice, measured: "NewSecureRandom"},
}
