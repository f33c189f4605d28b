package treewalk_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestTreeWalks compares the bounds of loops that walk a tree with a stack, "" for none. internal/metering runs those that have a bound.
func TestTreeWalks(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "treewalks")
	for name, want := range map[string]string{
		"inOrder":  "tree(root.left|right) + 1",
		"oneLoop":  "2 * tree(root.left|right) + 1",
		"preOrder": "2 * tree(root.left|right) + 1",
		"getters":  "2 * tree(root.left()|right()) + 1",
		"shortcut": "2 * tree(root.left|right) + 1",

		"sameLink":         "",
		"sameLinkByGetter": "",
		"peeked":           "",
		"pushedTwice":      "",
		"pushedBack":       "",
		"stays":            "",
		"begunAgain":       "",
		"relinked":         "",
		"relinkedNew":      "",
		"relinkedByCallee": "",

		"relinkedNewByCallee": "",
		"callersStack":        "", // what it holds is not known
		"filledBefore":        "",
		"leftOver":            "",
		"addedByCallee":       "",
		"ownPop":              "", // static: it puts the node back
		"ownIsEmpty":          "",
		"doubled":             "",
		"caught":              "",
		"ownStack":            "", // pop takes nothing
		"notGetter":           "",
		"nulls":               "",
		"anotherVariable":     "",
	} {
		m := methods["TreeWalks."+name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		if ls := absinttest.LoopsOf(t, a, m); !slices.ContainsFunc(ls, func(l absint.Loop) bool { return l.Bound == want }) {
			t.Errorf("%s: no loop with %q: %v", name, want, ls)
		}
	}
}
