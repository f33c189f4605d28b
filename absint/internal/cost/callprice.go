package cost

// CallPrice says how the cost of one call of a method came about.
type CallPrice uint8
