package cli

// productEngine is the engine of the released program.
func productEngine() Engine { return Engine{} }
