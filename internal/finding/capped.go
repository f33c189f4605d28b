package finding

// Capped counts the methods in whose own code the analysis met a limit of its own, and what it met there. What it says of
// them, and of what calls them, is less than the code would allow.
type Capped struct {
	Methods    int `json:"methods"`
	Targets    int `json:"targets"`    // a call may run more methods than it is followed into
	Recursion  int `json:"recursion"`  // the method is one of more that call each other than are looked into together
	Expression int `json:"expression"` // a size, or the cost of library code, has too many terms
	Steps      int `json:"steps"`      // a value is computed from too many others, or the analysis of a method takes too many steps
	Paths      int `json:"paths"`      // an iteration of a loop can go too many different ways
}

// Count counts a method by the names of the limits that were met in it.
func (c *Capped) Count(limits []string) {
	if len(limits) > 0 {
		c.Methods++
	}
	for _, l := range limits {
		switch l {
		case "targets":
			c.Targets++
		case "recursion":
			c.Recursion++
		case "expression":
			c.Expression++
		case "steps":
			c.Steps++
		case "paths":
			c.Paths++
		}
	}
}

// Add returns the sum of two counts of different methods.
func (c Capped) Add(d Capped) Capped {
	return Capped{
		Methods: c.Methods + d.Methods, Targets: c.Targets + d.Targets, Recursion: c.Recursion + d.Recursion,
		Expression: c.Expression + d.Expression, Steps: c.Steps + d.Steps, Paths: c.Paths + d.Paths,
	}
}
