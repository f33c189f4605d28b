package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7011", Name: "ResourceLookupPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "resources"},
		Sampled: finding.AtCall,
		Summary: "The same resource bundle or resource of the class path is looked up again and again",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{remakingNames(resources)}},
	Check: remakings(resources),
})

var resources = []remaking{
	{class: "java/util/ResourceBundle", calls: []string{"getBundle"}, unless: []classfile.Member{{Class: "java/util/Locale", Name: "setDefault"}, {Class: "java/util/ResourceBundle", Name: "clearCache"}}, value: true, does: "looks the bundle up by its name, the locale and the caller", advice: "keep it in a static final field, or in one for each locale", measured: "GetBundle"},
	{class: "java/lang/Class", calls: []string{"getResource"}, value: true, does: "searches the class path", advice: "keep what it returns in a static final field", measured: "GetResource"},
	{class: "java/lang/ClassLoader", calls: []string{"getResource", "getSystemResource"}, value: true, does: "searches the class path", advice: "keep what it returns in a static final field", measured: "GetResource"},
}
