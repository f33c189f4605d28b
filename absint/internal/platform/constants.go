package platform

import (
	"strconv"

	"github.com/energylint/energylint/internal/classfile"
)

// numberConstants are the rows of constants.tsv.
var numberConstants = func() map[classfile.Member]int64 {
	out := map[classfile.Member]int64{}
	for _, r := range readTable("constants.tsv", "class", "field", "value") {
		n, err := strconv.ParseInt(r.fields["value"], 10, 64)
		if err != nil {
			r.fail("%v", err)
		}
		class := r.fields["class"]
		out[classfile.Member{Class: class, Name: r.fields["field"], Desc: "L" + class + ";"}] = n
	}
	return out
}()

// NumberConstant returns the value of a static field that holds a number of any size.
func NumberConstant(field classfile.Member) (value int64, ok bool) {
	value, ok = numberConstants[field]
	return value, ok
}
