package cli

import (
	"bytes"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/rules/evidence"
)

// disagreements are the pairs whose repaired form the model puts above the one as written, with the reason.
var disagreements = map[string]string{
	"EL6005/HashtableGet":          "the library models count no locks, and the repair has more instructions",
	"EL6005/VectorAdd":             "the library models count no locks, and the repair has more instructions",
	"EL6005/WritePerChar":          "the library models count no locks, and the repair has more instructions",
	"EL4002/SocketWrite":           "the streams of EL4008 pass on to others, in a chain without a number of streams",
	"EL4008/ArrayRead":             "the position in the array has no bound under these assumptions",
	"EL4008/DelegatingRead":        "as EL4002/SocketWrite",
	"EL4008/DelegatingWrite":       "as EL4002/SocketWrite",
	"EL6005/ReadPerByte":           "the library models count no locks, and the blocks have no bound under these assumptions",
	"EL6005/ReadPerChar":           "the library models count no locks, and the blocks have no bound under these assumptions",
	"EL6005/StringBufferParameter": "the library models count no locks, and the blocks have no bound under these assumptions",
	"EL6005/VectorIndex":           "the library models count no locks, and the blocks have no bound under these assumptions",
	"EL3001/ParsedInteger":         "Integer.valueOf(String) has a library model, of an expected cost; parseInt is bounded by its code",
	"EL3001/ParsedLong":            "Long.valueOf(String) has a library model, of an expected cost; parseLong is bounded by its code",
	"EL4002/DataRead":              "the buffer of 8 KB is made for 400 bytes, and each of its reads is priced as one of a full buffer",
	"EL4002/DataWrite":             "the buffer of 8 KB is made for 400 bytes",
	"EL4002/RandomAccessRead":      "the bound multiplies the reads by the largest block that one of them may give",
	"EL4004/Attributes":            "Files.readAttributes has no price",
	"EL4005/SmallBuffer":           "each read is priced as one of a full buffer, whatever the size of the file",
	"EL5005/Call":                  "the default is made in both where there is no value, which the bound includes",
	"EL5005/Text":                  "the text is made in both where the check fails, which the bound includes",
	"EL4007/ObjectInput":           "readObject has no price: the buffer is made on top of what it is assumed to take",
	"EL4007/ObjectOutput":          "writeObject is not priced by the writes to the file, and the buffer is made on top",
	"EL1007/TrimIsEmpty":           "trim has a library model, of an expected cost; isBlank is bounded by its code",
	"EL1012/UrlEncodeByName":       "encode by name was counted with spaces to replace, encode by Charset with characters that are no ASCII",
	"EL2006/RemoveAll":             "ArrayList.removeAll has no price: both are assumed to take the same, and the repaired form makes the set, too",
	"EL2006/RemoveAllOfNumbers":    "as RemoveAll",
	"EL2006/RetainAll":             "as RemoveAll",
	"EL2006/RetainAllOfNumbers":    "as RemoveAll",
	"EL7001/MatchesShort":          "as Matches",
	"EL7001/PatternMatchesShort":   "as PatternMatches",
	"EL7001/ReplaceAllShort":       "as ReplaceAll",
	"EL6002/AddAll":                "addAll is bounded by its code, which has no number without the length of the array",
	"EL7003/LookUpByCode":          "values() is in the method that both call, which has no price without the number of constants",
	"EL8001/FineConcatenation":     "the text is made in both where the level is on, which the bound includes",
	"EL8001/FineFormat":            "as FineConcatenation",
	"EL7001/Matches":               "String.matches has a library model, of an expected cost; Matcher.matches is priced for backtracking",
	"EL7001/PatternMatches":        "Pattern.matches has a library model, of an expected cost; Matcher.matches is priced for backtracking",
	"EL2010/FilledArrayList":       "the models of add and put include the growth of a table, whatever its capacity; the repaired form computes one",
	"EL2010/FilledHashMap":         "as FilledArrayList",
	"EL2010/FilledHashSet":         "as FilledArrayList",
	"EL2015/SetOfEnum":             "HashSet has library models, of expected costs; EnumSet is bounded by its code",
	"EL3002/NewCharacter":          "valueOf is bounded by the new box that it makes beyond the cache",
	"EL3002/NewInteger":            "as NewCharacter",
	"EL3002/NewLong":               "as NewCharacter",
	"EL3003/ToString":              "toString of a box has a model of an expected cost; Integer.toString(int) has one that is larger",
	"EL4001/Prepare":               "JDBC's calls are interfaces without a price, and the rows of an answer have no number",
	"EL4001/PrepareH2":             "as Prepare",
	"EL4001/Query":                 "as Prepare",
	"EL4001/QueryH2":               "as Prepare",
	"EL4001/Update":                "JDBC's calls are interfaces without a price: both are assumed to take the same, and the repaired form makes the batch, too",
	"EL4001/UpdateH2":              "as Update",
	"EL7001/ReplaceAll":            "String.replaceAll has a library model, of an expected cost; Matcher.replaceAll is priced for backtracking",
}

// TestModelAgreesWithPairs: for every pair of a rule, methods puts the repaired form below the one as written, for sizes of 100.
func TestModelAgreesWithPairs(t *testing.T) {
	tier.Slow(t, tier.Long)
	pairs, err := evidence.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"methods", "--format", "csv", "--cache", "none", "--unknown-calls", "10 uJ", "../../rules/evidence/classes"}
	for _, size := range []string{"*.size()", "elements(*)", "*.length", "n", "length", "reads(*)"} {
		args = append(args, "--assume", size+"<=100")
	}
	args = append(args, "--assume", "*.length()<=20")
	if code := Main(args, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	rows, err := csv.NewReader(&stdout).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	costs := map[string]float64{} // by class and method
	for _, row := range rows[1:] {
		cost, err := strconv.ParseFloat(row[column["worst_mean_J"]], 64)
		if err != nil {
			cost = math.Inf(1)
		}
		costs[row[column["class"]]+"."+row[column["method"]]] = cost
	}
	for _, p := range pairs {
		if p.Rule == evidence.Declined || disagreements[p.Of.String()] != "" {
			continue // no repair, or that of a case of which the reason is above
		}
		written, ok := costs[p.Class()+".asWritten"]
		repaired, ok2 := costs[p.Class()+".repaired"]
		why := disagreements[p.Key.String()]
		switch {
		case !ok || !ok2:
			t.Errorf("%s has no classes: script/fixtures rules/evidence", p.Key)
		case repaired < written && why != "":
			t.Errorf("%s: the model agrees now: take it off the list", p.Key)
		case !(repaired < written) && why == "":
			t.Errorf("%s: repaired costs %g J, as written %g J", p.Key, repaired, written)
		}
	}
}
