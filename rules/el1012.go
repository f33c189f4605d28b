package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1012", Name: "CharsetByName", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A charset is looked up by its name each time that a text is encoded or decoded; StandardCharsets has it",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{calls(charsetByName)}},
	Check: func(m *Method) { m.replaceable(charsetByName) },
})

// standardCharsets are the names and usual aliases of the charsets that StandardCharsets has, in capitals.
var standardCharsets = []string{
	"UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO646-US", "ISO-8859-1", "ISO8859-1", "ISO8859_1", "ISO_8859-1", "ISO_8859_1", "LATIN1",
	"UTF-16", "UTF16", "UTF_16", "UTF-16BE", "UTF_16BE", "UNICODEBIGUNMARKED", "UTF-16LE", "UTF_16LE", "UNICODELITTLEUNMARKED",
}

// charsetByName are the methods whose last argument is the name of a charset, and those that take the charset.
var charsetByName = slices.Concat(namedCharsets, commonsCharsets())

// commonsCharsets are the methods of Apache Commons that do nothing but that on texts in memory: all look the charset up as Charset.forName does.
func commonsCharsets() (out []replacement) {
	forName := classfile.Member{Class: "java/nio/charset/Charset", Name: "forName", Desc: "(Ljava/lang/String;)Ljava/nio/charset/Charset;"}
	for _, c := range []classfile.Member{
		{Class: "org/apache/commons/codec/Charsets", Name: "toCharset", Desc: "(Ljava/lang/String;)Ljava/nio/charset/Charset;"},
		{Class: "org/apache/commons/io/Charsets", Name: "toCharset", Desc: "(Ljava/lang/String;)Ljava/nio/charset/Charset;"},
		{Class: "org/apache/commons/io/IOUtils", Name: "toInputStream", Desc: "(Ljava/lang/String;Ljava/lang/String;)Ljava/io/InputStream;"},
		{Class: "org/apache/commons/io/IOUtils", Name: "toInputStream", Desc: "(Ljava/lang/CharSequence;Ljava/lang/String;)Ljava/io/InputStream;"},
		{Class: "org/apache/commons/io/IOUtils", Name: "toString", Desc: "([BLjava/lang/String;)Ljava/lang/String;"},
		{Class: "org/apache/commons/io/IOUtils", Name: "write", Desc: "(Ljava/lang/String;Ljava/io/OutputStream;Ljava/lang/String;)V"},
		{Class: "org/apache/commons/io/IOUtils", Name: "write", Desc: "(Ljava/lang/CharSequence;Ljava/io/OutputStream;Ljava/lang/String;)V"},
		{Class: "org/apache/commons/io/IOUtils", Name: "write", Desc: "(Ljava/lang/StringBuffer;Ljava/io/OutputStream;Ljava/lang/String;)V"},
		{Class: "org/apache/commons/io/IOUtils", Name: "write", Desc: "([CLjava/io/OutputStream;Ljava/lang/String;)V"},
		{Class: "org/apache/commons/io/IOUtils", Name: "write", Desc: "([BLjava/io/Writer;Ljava/lang/String;)V"},
	} {
		out = append(out, replacement{c.Class, c.Name, c.Desc, namesStandardCharset, nil, []classfile.Member{forName}, looksUpCharset, giveCharset, "ForName"})
	}
	return out
}

var namedCharsets = []replacement{
	{
		stringClass, "getBytes", "(Ljava/lang/String;)[B", namesStandardCharset,
		[]classfile.Member{{Class: stringClass, Name: "getBytes", Desc: "(Ljava/nio/charset/Charset;)[B"}}, nil, looksUpCharset, giveCharset, "GetBytesByName",
	},
	{
		stringClass, "<init>", "([BLjava/lang/String;)V", namesStandardCharset,
		[]classfile.Member{{Class: stringClass, Name: "<init>", Desc: "([BLjava/nio/charset/Charset;)V"}}, nil, looksUpCharset, giveCharset, "NewStringByName",
	},
	{
		stringClass, "<init>", "([BIILjava/lang/String;)V", namesStandardCharset,
		[]classfile.Member{{Class: stringClass, Name: "<init>", Desc: "([BIILjava/nio/charset/Charset;)V"}}, nil, looksUpCharset, giveCharset, "NewStringByName",
	},
	{
		"java/io/ByteArrayOutputStream", "toString", "(Ljava/lang/String;)Ljava/lang/String;", since(java10, namesStandardCharset),
		[]classfile.Member{{Class: stringClass, Name: "<init>", Desc: "([BIILjava/nio/charset/Charset;)V"}},
		[]classfile.Member{{Class: stringClass, Name: "<init>", Desc: "([BIILjava/lang/String;)V"}}, looksUpCharset, giveCharset, "NewStringByName",
	},
	{
		"java/net/URLEncoder", "encode", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", since(java10, namesStandardCharset),
		[]classfile.Member{{Class: "java/net/URLEncoder", Name: "encode", Desc: "(Ljava/lang/String;Ljava/nio/charset/Charset;)Ljava/lang/String;"}}, nil, looksUpCharset, giveCharset, "UrlEncodeByName",
	},
	{
		"java/net/URLDecoder", "decode", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", since(java10, namesStandardCharset),
		[]classfile.Member{{Class: "java/net/URLDecoder", Name: "decode", Desc: "(Ljava/lang/String;Ljava/nio/charset/Charset;)Ljava/lang/String;"}}, nil, looksUpCharset, giveCharset, "UrlEncodeByName",
	},
	{
		"java/nio/charset/Charset", "forName", "(Ljava/lang/String;)Ljava/nio/charset/Charset;", namesStandardCharset,
		nil, nil, looksUpCharset, "use the constant of StandardCharsets", "ForName",
	},
}

// since restricts what applies to a call to class files of a version or later.
func since(version uint16, applies func(m *Method, v ssa.ID) bool) func(m *Method, v ssa.ID) bool {
	return func(m *Method, v ssa.ID) bool { return m.Func().Method.Class.Major >= version && applies(m, v) }
}

const (
	looksUpCharset = "looks the charset up by its name"
	giveCharset    = "give it the constant of StandardCharsets"
)

// namesStandardCharset reports whether the last argument of a call is the name of a charset of StandardCharsets, which came with Java 7.
func namesStandardCharset(m *Method, v ssa.ID) bool {
	if m.Func().Method.Class.Major < java7 {
		return false
	}
	args := m.Func().Args(v)
	name, ok := m.Func().StringConstant(args[len(args)-1])
	return ok && slices.Contains(standardCharsets, strings.ToUpper(name))
}
