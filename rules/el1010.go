package rules

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1010", Name: "OneCharacterString", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A string of one character is searched, replaced or appended; the method for a character has less to do",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{calls(oneCharacter)}, Constants: isOneCharacter},
	Check: func(m *Method) { m.replaceable(oneCharacter) },
})

const (
	stringClass   = "java/lang/String"
	sequenceClass = "java/lang/CharSequence"
)

// oneCharacter are the methods that take a string and of which there is another for a character.
var oneCharacter = []replacement{
	{
		stringClass, "indexOf", "(Ljava/lang/String;)I", oneCharacterArguments,
		[]classfile.Member{{Class: stringClass, Name: "indexOf", Desc: "(I)I"}}, nil, searchesForString, giveCharacter, "IndexOfCharacter",
	},
	{
		stringClass, "indexOf", "(Ljava/lang/String;I)I", oneCharacterArguments,
		[]classfile.Member{{Class: stringClass, Name: "indexOf", Desc: "(II)I"}}, nil, searchesForString, giveCharacter, "IndexOfCharacter",
	},
	{
		stringClass, "lastIndexOf", "(Ljava/lang/String;)I", oneCharacterArguments,
		[]classfile.Member{{Class: stringClass, Name: "lastIndexOf", Desc: "(I)I"}}, nil, searchesForString, giveCharacter, "IndexOfCharacter",
	},
	{
		stringClass, "lastIndexOf", "(Ljava/lang/String;I)I", oneCharacterArguments,
		[]classfile.Member{{Class: stringClass, Name: "lastIndexOf", Desc: "(II)I"}}, nil, searchesForString, giveCharacter, "IndexOfCharacter",
	},
	{
		stringClass, "replace", "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;", oneCharacterArguments,
		[]classfile.Member{{Class: stringClass, Name: "replace", Desc: "(CC)Ljava/lang/String;"}}, nil, searchesForString, "give it two characters", "ReplaceCharacter",
	},
	{
		builderClass, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;", appendedCharacter,
		[]classfile.Member{{Class: builderClass, Name: "append", Desc: "(C)Ljava/lang/StringBuilder;"}}, nil, "copies a string of one character", giveCharacter, "AppendCharacter",
	},
	{
		bufferClass, "append", "(Ljava/lang/String;)Ljava/lang/StringBuffer;", appendedCharacter,
		[]classfile.Member{{Class: bufferClass, Name: "append", Desc: "(C)Ljava/lang/StringBuffer;"}}, nil, "copies a string of one character", giveCharacter, "AppendCharacter",
	},
}

const (
	searchesForString = "searches for a string of one character"
	giveCharacter     = "give it the character"
)

// isOneCharacter reports whether a text has one char.
func isOneCharacter(text string) bool {
	return len(text) <= utf8.UTFMax && len(utf16.Encode([]rune(text))) == 1
}

// oneCharacterArguments reports whether all strings that a call is given are constants of one character.
func oneCharacterArguments(m *Method, v ssa.ID) bool {
	f := m.Func()
	for _, a := range f.Args(v)[1:] {
		if f.Values[a].Type != 'a' {
			continue
		}
		if s, ok := f.StringConstant(a); !ok || !isOneCharacter(s) {
			return false
		}
	}
	return true
}

// appendedCharacter is oneCharacterArguments outside of a concatenation, whose appends the compiler wrote.
func appendedCharacter(m *Method, v ssa.ID) bool {
	return oneCharacterArguments(m, v) && !m.inConcatenation(m.uses(), v)
}
