package rules

import "github.com/energylint/energylint/internal/finding"

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7008", Name: "FactoryPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "xml", "json"},
		Sampled: finding.AtCall,
		Summary: "A factory or mapper that searches for its implementation, or learns classes, is made again and again",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{remakingNames(factories)}},
	Check: remakings(factories),
})

const (
	factoryDoes   = "searches for an implementation"
	factoryAdvice = "make it once, or once for each thread, and keep it"
	mapperDoes    = "makes a mapper that has to learn its classes again"
	mapperAdvice  = "keep one, which threads can share"
)

// factories leaves out those of which each use needs one of its own. Those of javax.xml promise nothing about threads.
var factories = []remaking{
	{class: "javax/xml/parsers/DocumentBuilderFactory", calls: []string{"newInstance", "newDefaultInstance", "newNSInstance", "newDefaultNSInstance"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/parsers/SAXParserFactory", calls: []string{"newInstance", "newDefaultInstance", "newNSInstance", "newDefaultNSInstance"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/transform/TransformerFactory", calls: []string{"newInstance", "newDefaultInstance"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/xpath/XPathFactory", calls: []string{"newInstance", "newDefaultInstance"}, does: factoryDoes, advice: factoryAdvice, measured: "XPath"},
	{class: "javax/xml/stream/XMLInputFactory", calls: []string{"newInstance", "newFactory", "newDefaultFactory"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/stream/XMLOutputFactory", calls: []string{"newInstance", "newFactory", "newDefaultFactory"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/stream/XMLEventFactory", calls: []string{"newInstance", "newFactory", "newDefaultFactory"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/validation/SchemaFactory", calls: []string{"newInstance", "newDefaultInstance"}, does: factoryDoes, advice: factoryAdvice, measured: "DocumentBuilder"},
	{class: "javax/xml/datatype/DatatypeFactory", calls: []string{"newInstance", "newDefaultInstance"}, does: factoryDoes, advice: factoryAdvice, measured: "Datatype"},
	{class: "javax/script/ScriptEngineManager", calls: []string{"<init>"}, does: "searches for script engines", advice: factoryAdvice},
	{class: "javax/xml/bind/JAXBContext", calls: []string{"newInstance"}, does: mapperDoes, advice: mapperAdvice},
	{class: "jakarta/xml/bind/JAXBContext", calls: []string{"newInstance"}, does: mapperDoes, advice: mapperAdvice},
	{class: "com/fasterxml/jackson/databind/ObjectMapper", calls: []string{"<init>"}, does: mapperDoes, advice: mapperAdvice},
	{class: "com/fasterxml/jackson/dataformat/xml/XmlMapper", calls: []string{"<init>"}, does: mapperDoes, advice: mapperAdvice},
	{class: "com/fasterxml/jackson/dataformat/yaml/YAMLMapper", calls: []string{"<init>"}, does: mapperDoes, advice: mapperAdvice},
	{class: "org/codehaus/jackson/map/ObjectMapper", calls: []string{"<init>"}, does: mapperDoes, advice: mapperAdvice},
	{class: "com/fasterxml/jackson/databind/json/JsonMapper", calls: []string{"builder"}, built: "build", does: mapperDoes, advice: mapperAdvice},
	{class: "com/google/gson/GsonBuilder", calls: []string{"<init>"}, built: "create", does: mapperDoes, advice: mapperAdvice},
	{class: "com/google/gson/Gson", calls: []string{"<init>"}, does: mapperDoes, advice: mapperAdvice},
}
