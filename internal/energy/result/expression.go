package result

// Expression is a cost by its structure: the sum of its terms. It is the formula before it is priced and written, so
// that two of them can be compared (semantics section 7).
type Expression struct {
	Terms []ExpressionTerm `json:"terms"`
}

// ExpressionTerm is a product of factors, times what it executes: Counts of patterns that the model prices, and Calls on
// objects that are not known. No factor is the constant term.
type ExpressionTerm struct {
	Factors []Factor           `json:"factors"`
	Counts  map[string]float64 `json:"counts,omitempty"` // by the name of the pattern
	Calls   map[string]float64 `json:"calls,omitempty"`  // by the symbol of the call: it.next()
}

// FactorKind is the function that a Factor stands for.
type FactorKind string

// The kinds of factors. All but FactorSymbol and FactorIndex are functions of Args.
const (
	FactorSymbol   FactorKind = "symbol"
	FactorIndex    FactorKind = "index"    // the index of an enclosing loop
	FactorMax      FactorKind = "max"      // the largest of Args
	FactorMin      FactorKind = "min"      // the least of Args
	FactorDivision FactorKind = "div"      // floor(Args[0] / K)
	FactorLog      FactorKind = "log"      // floor(log_K(Args[0])), 0 below 1
	FactorRoot     FactorKind = "sqrt"     // floor(sqrt(Args[0])), 0 below 0
	FactorQuotient FactorKind = "quotient" // floor(Args[0] / Args[1])
	FactorPower    FactorKind = "power"    // Args[0] ^ Args[1]
)

// Factor is a symbol, or a function of sizes that is not a polynomial.
type Factor struct {
	Kind FactorKind      `json:"kind"`
	Name string          `json:"name,omitempty"` // of a symbol, in source notation: names.length
	Path string          `json:"path,omitempty"` // identity of a symbol: "p0" is the first parameter, "len(p1)" a length
	Args [][]SizeProduct `json:"args,omitempty"` // sums of products
	K    int64           `json:"k,omitempty"`    // divisor or base
}

// SizeProduct is a summand of a size: a whole number times factors.
type SizeProduct struct {
	Coefficient int64    `json:"coefficient"`
	Factors     []Factor `json:"factors,omitempty"`
}
