package rules

import "github.com/energylint/energylint/internal/finding"

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL4003", Name: "HttpClientPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "network"},
		Summary: "An HTTP client is made for each request; one client keeps its connections and threads",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{remakingNames(httpClients)}},
	Check: remakings(httpClients),
})

const (
	clientDoes   = "makes a client with connections of its own"
	clientAdvice = "keep one, which threads can share: requests then use its connections again"
)

var httpClients = []remaking{
	{class: "java/net/http/HttpClient", calls: []string{"newHttpClient"}, does: clientDoes, advice: clientAdvice, measured: "NewHttpClient"},
	{class: "java/net/http/HttpClient", calls: []string{"newBuilder"}, built: "build", does: clientDoes, advice: clientAdvice, measured: "NewHttpClient"},
	{class: "okhttp3/OkHttpClient$Builder", calls: []string{"<init>"}, built: "build", does: clientDoes, advice: clientAdvice},
	{class: "okhttp3/OkHttpClient", calls: []string{"<init>"}, does: clientDoes, advice: clientAdvice},
	{class: "com/squareup/okhttp/OkHttpClient", calls: []string{"<init>"}, does: clientDoes, advice: clientAdvice},
	{class: "org/apache/http/impl/client/HttpClients", calls: []string{"createDefault", "createMinimal", "createSystem"}, does: clientDoes, advice: clientAdvice},
	{class: "org/apache/hc/client5/http/impl/classic/HttpClients", calls: []string{"createDefault", "createMinimal", "createSystem"}, does: clientDoes, advice: clientAdvice},
	{class: "org/apache/http/impl/client/HttpClients", calls: []string{"custom"}, built: "build", does: clientDoes, advice: clientAdvice},
	{class: "org/apache/http/impl/client/HttpClientBuilder", calls: []string{"create"}, built: "build", does: clientDoes, advice: clientAdvice},
	{class: "org/apache/hc/client5/http/impl/classic/HttpClients", calls: []string{"custom"}, built: "build", does: clientDoes, advice: clientAdvice},
	{class: "org/apache/hc/client5/http/impl/classic/HttpClientBuilder", calls: []string{"create"}, built: "build", does: clientDoes, advice: clientAdvice},
	{class: "org/apache/http/impl/client/DefaultHttpClient", calls: []string{"<init>"}, does: clientDoes, advice: clientAdvice},
	{class: "org/apache/commons/httpclient/HttpClient", calls: []string{"<init>"}, does: clientDoes, advice: clientAdvice},
	{class: "javax/ws/rs/client/ClientBuilder", calls: []string{"newClient"}, does: clientDoes, advice: clientAdvice},
	{class: "jakarta/ws/rs/client/ClientBuilder", calls: []string{"newClient"}, does: clientDoes, advice: clientAdvice},
	{class: "org/springframework/web/client/RestTemplate", calls: []string{"<init>"}, does: clientDoes, advice: clientAdvice},
}
