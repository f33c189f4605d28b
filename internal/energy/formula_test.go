package energy

import "testing"

func TestFactored(t *testing.T) {
	of := func(energy string, atoms ...string) product {
		return product{factor: powers(atoms), atoms: atoms, parts: []summand{{text: energy}}}
	}
	const rows, names, long = "this.rows", "this.names.size()", "this.customer.names.size()"
	for _, test := range []struct {
		name string
		sum  []product
		want string
	}{
		{"nothing is shared", []product{of("1 uJ"), of("2 nJ", rows), of("3 nJ", names)}, "1 uJ + this.rows * 2 nJ + this.names.size() * 3 nJ"},
		{"too short to matter", []product{of("1 nJ", "n"), of("2 nJ", "m", "n")}, "n * 1 nJ + m * n * 2 nJ"},
		{"shared by two", []product{of("1 uJ"), of("2 nJ", names), of("4 nJ", rows), of("3 nJ", names, rows)},
			"1 uJ + this.names.size() * (2 nJ + this.rows * 3 nJ) + this.rows * 4 nJ"},
		{"the longest first", []product{of("1 nJ", rows, long), of("2 nJ", rows), of("3 nJ", long)},
			"this.customer.names.size() * (this.rows * 1 nJ + 3 nJ) + this.rows * 2 nJ"},
		{"inside of what is shared", []product{of("1 nJ", long, names), of("2 nJ", long), of("3 nJ", long, names, rows)},
			"this.customer.names.size() * (this.names.size() * (1 nJ + this.rows * 3 nJ) + 2 nJ)"},
		{"powers stay powers", []product{of("1 nJ", long), of("2 nJ", long, long, long)}, "this.customer.names.size() * (1 nJ + this.customer.names.size()^2 * 2 nJ)"},
		{"what is taken away", []product{of("1 nJ", long, rows), {factor: long, atoms: []string{long}, parts: []summand{{negative: true, text: "2 nJ"}}}},
			"this.customer.names.size() * (this.rows * 1 nJ - 2 nJ)"},
		{"several parts", []product{{factor: long, atoms: []string{long}, parts: []summand{{text: "1 nJ"}, {text: "c.next()"}}}, of("2 nJ", long, rows)},
			"this.customer.names.size() * (1 nJ + c.next() + this.rows * 2 nJ)"},
	} {
		if got := sum(factored(test.sum)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
