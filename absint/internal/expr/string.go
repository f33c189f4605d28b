package expr

import "strings"

// Provided writes conditions behind what holds under them: ", if n <= 9 and m >= 0". It is empty where there are none.
func Provided(conds []Condition) string {
	texts := ConditionTexts(conds)
	if len(texts) == 0 {
		return ""
	}
	return ", if " + strings.Join(texts, " and ")
}
