package repair

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/source"
)

// NewString replaces new String(s) by s. Parts[0] is what is copied.
var NewString = kind("NewString", "use the string itself", func(p *place) error {
	args := arguments(p.node)
	if err := onlyCalls(p.node); err != nil {
		return err
	}
	if len(args) > 1 || p.node.Children[0].Type != "new" || p.node.Children[len(p.node.Children)-1].Type == "class_body" {
		return refuse("the expression is not new String(...) alone")
	}
	text := `""`
	if len(args) == 1 {
		if !p.site.Operands[1].NonNull {
			return refuse("new String(...) throws an exception where the string is null, and it may be null")
		}
		if args[0].Type == "conditional_expression" || args[0].Type == "lambda_expression" || args[0].Type == "switch_expression" {
			return refuse("what is copied is a choice of expressions")
		}
		text = p.operand(args[0], p.node)
	}
	if loses(p.node, args...) {
		return errComment
	}
	if (len(args) == 0 || p.site.Operands[1].Constant) && mayBeConstant(p.node) {
		return errConstant
	}
	p.replace(p.node.Start, p.node.End, text)
	return nil
})

// errConstant is why no constant takes the place of a call: a sum of constants is one object everywhere, and a final variable of a constant
// has its value before its class or object is initialized.
var errConstant = refuse("the expression around it would become a constant")

// mayBeConstant reports whether the expression or the variable around n may be a constant where n is one.
func mayBeConstant(n *source.Node) bool {
	switch n.Parent.Type {
	case "parenthesized_expression", "cast_expression", "ternary_expression":
		return mayBeConstant(n.Parent)
	case "binary_expression":
		return true
	case "variable_declarator":
		d := n.Parent.Parent
		if d.Type == "constant_declaration" {
			return true
		}
		for _, c := range d.Children {
			if c.Type == "modifiers" && slices.ContainsFunc(c.Children, func(m *source.Node) bool { return m.Type == "final" }) {
				return true
			}
		}
	}
	return false
}

// IsBlank replaces tests whether strip() and the like leave anything by isBlank().
var IsBlank = kind("IsBlank", "use isBlank", func(p *place) error {
	if p.site.Call.Name == "trim" {
		return refuse("trim() removes control characters, which isBlank() does not take for white space")
	}
	test := p.node.Parent
	of := p.node.Child("object")
	if of == nil {
		return refuse("%s is called without a receiver", p.site.Call.Name)
	}
	negated := false
	switch test.Type {
	case "argument_list": // "".equals(s.strip())
		test = test.Parent
		if p.callee(test) != "equals" || len(arguments(test)) != 1 || test.Child("object") == nil || p.str(test.Child("object")) != `""` {
			return refuse("the test is of another form")
		}
	case "method_invocation":
		args := arguments(test)
		switch name := p.callee(test); {
		case (name == "isEmpty" || name == "isBlank") && len(args) == 0, name == "equals" && len(args) == 1 && p.str(args[0]) == `""`:
		case name == "length" && len(args) == 0:
			none, err := p.noneOf(test, "length")
			if err != nil {
				return err
			}
			test, negated = test.Parent, !none
		default:
			return refuse("the test is of another form")
		}
	default:
		return refuse("the test is of another form")
	}
	if loses(test, of) {
		return errComment
	}
	text := p.receiver(of) + ".isBlank()"
	if negated {
		text = "!" + text
		if primaryParent(test) {
			text = "(" + text + ")"
		}
	}
	p.replace(test.Start, test.End, text)
	return nil
})

// primaryParent reports whether an expression is what a method is called of.
func primaryParent(n *source.Node) bool {
	return n.Field == "object" || n.Field == "array"
}

// AppendValue gives append or a concatenation a value instead of the string of it. Operands are those of the conversion.
var AppendValue = kind("AppendValue", "append the value itself", func(p *place) error {
	args, value := arguments(p.node), p.node.Child("object")
	static := p.site.Call.Desc != "()Ljava/lang/String;"
	if static {
		if len(args) != 1 {
			return refuse("the conversion is of another form")
		}
		value = args[0]
	}
	if value == nil || loses(p.node, value) {
		return errComment
	}
	if typedByContext(value) {
		return errByContext
	}
	text := p.operand(value, p.node)
	if static {
		param := p.site.Call.Desc[1:strings.IndexByte(p.site.Call.Desc, ')')]
		o := p.site.Operands[len(p.site.Operands)-1] // of a constructor, behind its object
		if c := strip(value); !(o.Exact && o.Type == param) && !literalOf(value, p.str(value), param) && !(c.Type == "cast_expression" && p.str(c.Child("type")) == castTo[param]) && p.declaredType(c) != castTo[param] {
			switch {
			case literals[value.Type]:
				text = "(" + castTo[param] + ") " + p.str(value)
			default:
				text = "(" + castTo[param] + ") " + p.receiver(value)
			}
		}
	} else if !p.site.Operands[0].NonNull {
		return refuse("toString() throws an exception where the builder is null, and append does not")
	}
	switch parent := p.node.Parent; parent.Type {
	case "argument_list":
		if p.callee(parent.Parent) != "append" || len(arguments(parent.Parent)) != 1 {
			return refuse("the string is no argument of append")
		}
	case "binary_expression":
		switch {
		case !static || !p.besideText(p.node) && !p.besideString(p.node):
			return refuse("without the conversion, + may add numbers")
		case p.site.Operands[0].Constant:
			return errConstant
		}
	default:
		return refuse("the string is used in another form")
	}
	p.replace(p.node.Start, p.node.End, text)
	return nil
})

// castTo are the names of the types of descriptors.
var castTo = map[string]string{"I": "int", "J": "long", "C": "char", "F": "float", "D": "double", "S": "short", "B": "byte", "[C": "char[]"}

// literalOf reports whether an expression is a literal of the type of a descriptor.
func literalOf(n *source.Node, text, desc string) bool {
	last := text[len(text)-1] | 0x20
	switch n.Type {
	case "decimal_integer_literal":
		return desc == "I" && last != 'l' || desc == "J" && last == 'l'
	case "character_literal":
		return desc == "C"
	case "array_creation_expression":
		return desc == "[C"
	}
	return false
}

// besideText reports whether + joins an expression to a text whatever it is itself: a literal stands before it in the same sum, or behind the
// first of the sum.
func (f *File) besideText(n *source.Node) bool {
	operands, _ := sum(n)
	for i, o := range operands {
		if o == n && i > 0 {
			return false
		}
		if o == n && len(operands) > 1 {
			return operands[1].Type == "string_literal"
		}
		if o.Type == "string_literal" {
			return true
		}
	}
	return false
}

// besideString is besideText for operands of which the class file tells that they are strings. The parts of the site stand for the operands in
// their order where these are as many: numbers that are added first and constants by their names are parts with others, and a sum in
// parentheses, which is joined by the same instruction, is refused.
func (p *place) besideString(n *source.Node) bool {
	operands, top := sum(n)
	for up := top.Parent; up.Type == "parenthesized_expression" || isSum(up); up = up.Parent {
		if isSum(up) {
			return false
		}
	}
	types, err := p.partTypes(operands)
	if err != nil {
		return false
	}
	at := slices.Index(operands, n)
	if at < 0 || types[at] != stringType {
		return false
	}
	isString := func(i int) bool { // and remains one, when other findings are repaired as well
		return types[i] == stringType && !slices.Contains(conversions, p.callee(strip(operands[i])))
	}
	if at == 0 {
		return isString(1)
	}
	for i := range at {
		if isString(i) {
			return true
		}
	}
	return false
}

// conversions are the names of methods whose calls repairs replace by what they are given.
var conversions = []string{"valueOf", "toString", "format", "formatted"}

// partTypes returns the types of operands, in the order of the parts of the site; empty for those of literals.
func (p *place) partTypes(operands []*source.Node) (types []string, err error) {
	parts := p.site.Parts
	types = make([]string, len(operands))
	for i, o := range operands {
		if isSum(strip(o)) && !p.addsNumbers(strip(o)) {
			return nil, refuse("an operand is a sum in parentheses, which may be a text")
		}
		if literals[o.Type] {
			continue
		}
		if len(parts) == 0 {
			return nil, refuse("an operand is a constant by its name, or numbers are added before the text begins")
		}
		types[i], parts = parts[0].Type, parts[1:]
	}
	if len(parts) > 0 {
		return nil, refuse("the operands are not those of the compiled class")
	}
	return types, nil
}

// addsNumbers reports whether the operands of a sum are literals of numbers and characters, and variables that the source declares as such.
func (p *place) addsNumbers(n *source.Node) bool {
	return !slices.ContainsFunc(addends(n), func(o *source.Node) bool {
		o = strip(o)
		if isSum(o) {
			return !p.addsNumbers(o)
		}
		return !numericTypes[p.declaredType(o)] && (!literals[o.Type] || o.Type == "string_literal" || o.Type == "null_literal" || o.Type == "true" || o.Type == "false")
	})
}

// numericTypes are the names of primitive types that + adds.
var numericTypes = map[string]bool{"byte": true, "short": true, "char": true, "int": true, "long": true, "float": true, "double": true}

// AppendParts appends the operands of a concatenation one by one. Parts are the operands that are no constants.
var AppendParts = kind("AppendParts", "append the parts one by one", func(p *place) error {
	args := arguments(p.node)
	switch {
	case p.site.Call.Class != "java/lang/StringBuilder":
		return refuse("other threads may see a StringBuffer between two calls of append")
	case len(args) != 1 || !isSum(args[0]):
		return refuse("the argument of append is no sum")
	}
	operands, types, err := p.operandTypes(args[0])
	if err != nil {
		return err
	}
	for i, o := range operands {
		switch {
		case o.Type == "null_literal":
			return refuse("append(null) is ambiguous")
		case typedByContext(o):
			return errByContext
		case types[i] != "" && !appendable[types[i]]:
			return refuse("append may do something else with an operand that is neither a string nor a number")
		case i > 0 && !p.pure(o):
			return refuse("%s would run after a part is appended", p.str(o))
		}
	}
	for i := 1; i < len(operands); i++ {
		left, right := operands[i-1], operands[i]
		if literals[left.Type] && literals[right.Type] && p.constantText(operands[:i]) {
			continue // one constant
		}
		between := string(p.text[left.End:right.Start])
		before, after, _ := strings.Cut(between, "+")
		if strings.TrimSpace(before+after) != "" {
			return errComment
		}
		line := ""
		if n := strings.LastIndexAny(before+after, "\n"); n >= 0 {
			line = p.newline + (before + after)[n+1:]
		}
		p.replace(left.End, right.Start, ")"+line+".append(")
	}
	return nil
})

// operandTypes returns the operands of a sum that joins texts, and the types of those that are no literals: Parts of the site.
func (p *place) operandTypes(n *source.Node) (operands []*source.Node, types []string, err error) {
	operands = addends(n)
	if types, err = p.partTypes(operands); err != nil {
		return nil, nil, err
	}
	isText := func(i int) bool { return operands[i].Type == "string_literal" || types[i] == stringType }
	if !isText(0) && !isText(1) {
		return nil, nil, refuse("the first operands may be added as numbers")
	}
	return operands, types, nil
}

const stringType = "Ljava/lang/String;"

// appendable are the types of which append and concatenation make the same text, without code of a program.
var appendable = map[string]bool{
	stringType: true, "I": true, "J": true, "C": true, "F": true, "D": true, "S": true, "B": true, "Z": true, "Ljava/lang/Integer;": true, "Ljava/lang/Long;": true,
	"Ljava/lang/Short;": true, "Ljava/lang/Byte;": true, "Ljava/lang/Character;": true, "Ljava/lang/Boolean;": true, "Ljava/lang/Float;": true, "Ljava/lang/Double;": true,
}

// constantText reports whether the literals at the end of operands begin with a string, so that + goes on to join text.
func (f *File) constantText(operands []*source.Node) bool {
	for i := len(operands) - 1; i >= 0 && literals[operands[i].Type]; i-- {
		if operands[i].Type == "string_literal" && (i == 0 || !literals[operands[i-1].Type]) {
			return true
		}
	}
	return false
}

// sum returns the operands of the sum that n is an operand of, from the left, as a + b + c is read, and the sum.
func sum(n *source.Node) (operands []*source.Node, top *source.Node) {
	top = n.Parent
	for top.Parent != nil && isSum(top.Parent) && top.Parent.Child("left") == top {
		top = top.Parent
	}
	return addends(top), top
}

// addends returns the operands of a sum, from the left.
func addends(n *source.Node) []*source.Node {
	var reversed []*source.Node
	for isSum(n) {
		reversed = append(reversed, n.Child("right"))
		n = n.Child("left")
	}
	out := []*source.Node{n}
	for i := len(reversed) - 1; i >= 0; i-- {
		out = append(out, reversed[i])
	}
	return out
}

func isSum(n *source.Node) bool {
	return n.Type == "binary_expression" && n.Child("operator") != nil && n.Child("operator").Type == "+"
}
