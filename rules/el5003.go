package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL5003", Name: "SystemPropertyInLoop", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "loops"},
		Sampled: finding.AtCall,
		Summary: "The same system property or environment variable is looked up again and again",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{remakingNames(properties)}},
	Check: remakings(properties),
})

const (
	propertyDoes   = "looks the property up"
	propertyAdvice = "read it once, into a static final field"
)

var setsProperty = []classfile.Member{{Class: "java/lang/System", Name: "setProperty"}}

var properties = []remaking{
	{class: "java/lang/System", calls: []string{"getProperty"}, value: true, unless: setsProperty, named: true, does: propertyDoes, advice: propertyAdvice, measured: "GetProperty"},
	{class: "java/lang/System", calls: []string{"getenv"}, desc: "(Ljava/lang/String;)Ljava/lang/String;", value: true, does: "looks the variable up", advice: propertyAdvice, measured: "Getenv"},
	{class: "java/lang/Boolean", calls: []string{"getBoolean"}, value: true, unless: setsProperty, named: true, does: propertyDoes, advice: propertyAdvice, measured: "GetProperty"},
	{class: "java/lang/Integer", calls: []string{"getInteger"}, value: true, unless: setsProperty, named: true, does: propertyDoes + " and parses it", advice: propertyAdvice, measured: "GetProperty"},
	{class: "java/lang/Long", calls: []string{"getLong"}, value: true, unless: setsProperty, named: true, does: propertyDoes + " and parses it", advice: propertyAdvice, measured: "GetProperty"},
}
