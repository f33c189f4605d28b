package calibrate

import (
	"strconv"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/fit"
)

// arrays are the types of arrays by the type of their elements: name, and letter of the instructions.
var arrays = map[pattern.Type][][2]string{
	pattern.Int:       {{"int", "i"}, {"byte", "b"}, {"char", "c"}, {"short", "s"}},
	pattern.Long:      {{"long", "l"}},
	pattern.Float:     {{"float", "f"}},
	pattern.Double:    {{"double", "d"}},
	pattern.Reference: {{"java/lang/Object", "a"}},
}

// memory are the operations on arrays and objects.
func memory() []operation {
	var out []operation
	for _, t := range primitives {
		out = append(out, arrayAccess(t)...)
		out = append(out, allocation(t)...)
		out = append(out, fields(t)...)
	}
	return append(out,
		operation{target: pattern.Of(pattern.ArrayLength, pattern.Int, pattern.Load), first: referenceType, result: intType, vars: "array:a=int:4",
			ways: []way{{"aload {array}", []string{"arraylength"}}}},
		operation{target: pattern.Of(pattern.ObjectAllocation, pattern.Reference, pattern.Load), result: referenceType,
			ways: []way{{"", []string{"new " + dataClass}}}},
		operation{target: pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load), name: "cast ", first: referenceType, result: referenceType,
			vars: "a:a=new", ways: []way{{"aload {a}", []string{"checkcast " + dataClass}}, {"aload {a}", []string{"checkcast energylint/Callable"}}}},
		operation{target: pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load), name: "test ", first: referenceType, result: intType,
			vars: "a:a=new", ways: []way{{"aload {a}", []string{"instanceof " + dataClass}}, {"aload {a}", []string{"instanceof energylint/Callable"}}}},
	)
}

// costliestChecks measure checks against interfaces of a class that has many: the virtual machine searches these, and what it
// remembers of the last search does not help where another interface is next, or where the class does not have it.
func costliestChecks() []operation {
	first, last := manyInterface(0), manyInterface(interfaces-1)
	check := func(name string, result dataType, op string, types ...string) operation {
		o := operation{target: pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load), name: fit.Costliest + name, first: referenceType, result: result, vars: "a:a=many"}
		for _, t := range types {
			o.ways = append(o.ways, way{"aload {a}", []string{op + " " + t}})
		}
		return o
	}
	return []operation{
		check("cast ", referenceType, "checkcast", first, last),
		check("test ", intType, "instanceof", first, last),
		check("failed test ", intType, "instanceof", "energylint/Callable"),
		{target: pattern.Of(pattern.ArrayStore, pattern.Reference, pattern.Load), name: fit.Costliest, first: referenceType,
			vars: "i:i=2 v:a=many first:a=" + first + ":4 last:a=" + last + ":4",
			ways: []way{{"aload {first}", []string{"iload {i}", "aload {v}", "aastore"}}, {"aload {last}", []string{"iload {i}", "aload {v}", "aastore"}}}},
	}
}

func arrayAccess(t dataType) []operation {
	kinds := arrays[t.t]
	load := operation{target: pattern.Of(pattern.ArrayLoad, t.t, pattern.Load), first: referenceType, result: t, vars: "i:i=2"}
	store := operation{target: pattern.Of(pattern.ArrayStore, t.t, pattern.Load), first: referenceType, vars: "i:i=2 v:" + t.letter}
	if t.t == pattern.Reference {
		store.vars += "=new"
	}
	for k, a := range kinds {
		name := "array" + strconv.Itoa(k)
		load.vars += " " + name + ":a=" + a[0] + ":4"
		store.vars += " " + name + ":a=" + a[0] + ":4"
	}
	pooled, poolSize := t.pooled()
	fromPool := store
	fromPool.target = pattern.Of(pattern.ArrayStore, t.t, poolSize)
	for k, a := range kinds {
		first := "aload {array" + strconv.Itoa(k) + "}"
		for _, index := range []string{"iload {i}", "iconst_1"} {
			load.ways = append(load.ways, way{first, []string{index, a[1] + "aload"}})
		}
		store.ways = append(store.ways,
			way{first, []string{"iload {i}", t.letter + "load {v}", a[1] + "astore"}},
			way{first, []string{"iload {i}", t.constant(), a[1] + "astore"}})
		if k == 0 {
			fromPool.ways = []way{{first, []string{"iload {i}", pooled, a[1] + "astore"}}}
		}
	}
	if poolSize == pattern.NoSize {
		return []operation{load, store}
	}
	return []operation{load, store, fromPool}
}

// allocation are arrays of one element.
func allocation(t dataType) []operation {
	var load, constant []way
	for _, a := range arrays[t.t] {
		do := []string{newArray(a[0])}
		load = append(load, way{"iload {n}", do})
		constant = append(constant, way{"iconst_1", do})
	}
	return []operation{
		{target: pattern.Of(pattern.ArrayAllocation, t.t, pattern.Load), first: intType, result: referenceType, vars: "n:i=1", ways: load},
		{target: pattern.Of(pattern.ArrayAllocation, t.t, pattern.Constant), first: intType, result: referenceType, ways: constant, keep: true},
	}
}

func newArray(kind string) string {
	if arrayTypes[kind] != 0 {
		return "newarray " + kind
	}
	return "anewarray " + kind
}

func fields(t dataType) []operation {
	value := t.letter + "load {v}"
	field, static := dataClass+".f"+t.letter+" "+t.desc, dataClass+".s"+t.letter+" "+t.desc
	put := operation{target: pattern.Of(pattern.ObjectPutField, t.t, pattern.Load), first: referenceType, vars: "o:a=new v:" + t.letter,
		ways: []way{{"aload {o}", []string{value, "putfield " + field}}, {"aload {o}", []string{t.constant(), "putfield " + field}}}}
	putStatic := operation{target: pattern.Of(pattern.ObjectPutStaticField, t.t, pattern.Load), first: t, vars: "v:" + t.letter,
		ways: []way{{value, []string{"putstatic " + static}}}}
	out := []operation{
		{target: pattern.Of(pattern.ObjectGetField, t.t, pattern.Load), first: referenceType, result: t, vars: "o:a=new",
			ways: []way{{"aload {o}", []string{"getfield " + field}}}},
		{target: pattern.Of(pattern.ObjectGetStaticField, t.t, pattern.Load), result: t, ways: []way{{"", []string{"getstatic " + static}}}},
		put, putStatic,
	}
	constant := putStatic
	constant.target, constant.keep = pattern.Of(pattern.ObjectPutStaticField, t.t, pattern.Constant), true
	constant.ways = []way{{t.constant(), []string{"putstatic " + static}}}
	out = append(out, constant)
	if push, size := t.pooled(); size != pattern.NoSize {
		put.target, put.ways = pattern.Of(pattern.ObjectPutField, t.t, size), []way{{"aload {o}", []string{push, "putfield " + field}}}
		putStatic.target, putStatic.keep = pattern.Of(pattern.ObjectPutStaticField, t.t, size), true
		putStatic.ways = []way{{push, []string{"putstatic " + static}}}
		out = append(out, put, putStatic)
	}
	return out
}
