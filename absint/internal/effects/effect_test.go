package effects_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/internal/classfile"
)

// TestStoresByHandle checks which methods of handles and updaters may store an object to a field.
func TestStoresByHandle(t *testing.T) {
	const handle, updater = "java/lang/invoke/VarHandle", "java/util/concurrent/atomic/AtomicReferenceFieldUpdater"
	for _, tc := range []struct {
		class, name, desc string
		want              bool
	}{
		{handle, "set", "(Lapp/Node;Lapp/Node;)V", true},
		{handle, "getAndSet", "(Lapp/Node;Lapp/Node;)Lapp/Node;", true},
		{handle, "get", "(Lapp/Node;)Lapp/Node;", false},
		{handle, "getVolatile", "(Lapp/Node;)Lapp/Node;", false},
		{handle, "set", "(Lapp/Node;[Z)V", true},
		{handle, "set", "(Lapp/Node;I)V", false},
		{handle, "set", "(Lapp/Node;Ljava/lang/Void;)V", false}, // null
		{updater, "compareAndSet", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Z", true},
		{updater, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", false},
		{updater, "newUpdater", "(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/String;)L" + updater + ";", false},
		{"java/util/List", "set", "(ILjava/lang/Object;)Ljava/lang/Object;", false},
	} {
		m := classfile.Member{Class: tc.class, Name: tc.name, Desc: tc.desc}
		if got := effects.StoresByHandle(m); got != tc.want {
			t.Errorf("%s.%s%s: %t, want %t", tc.class, tc.name, tc.desc, got, tc.want)
		}
	}
}

// TestWritesByHandle checks which methods of handles and updaters may store a number to a field.
func TestWritesByHandle(t *testing.T) {
	const handle, updater = "java/lang/invoke/VarHandle", "java/util/concurrent/atomic/AtomicIntegerFieldUpdater"
	for _, tc := range []struct {
		class, name string
		want        bool
	}{
		{handle, "set", true},
		{handle, "getAndAdd", true},
		{handle, "compareAndSet", true},
		{handle, "getVolatile", false},
		{updater, "incrementAndGet", true},
		{updater, "getAndSet", true},
		{updater, "get", false},
		{updater, "newUpdater", false},
		{"java/util/List", "set", false},
	} {
		if got := effects.WritesByHandle(classfile.Member{Class: tc.class, Name: tc.name}); got != tc.want {
			t.Errorf("%s.%s: %t, want %t", tc.class, tc.name, got, tc.want)
		}
	}
}

// TestLeavesOnly checks which parameters can hold no application object.
func TestLeavesOnly(t *testing.T) {
	for desc, want := range map[string]bool{
		"()V":                      true,
		"(IJ[D)V":                  true,
		"(Ljava/lang/String;[[C)V": true,
		"([Ljava/lang/String;)V":   true,
		"(Ljava/lang/Class;)V":     true,
		"(Ljava/lang/Object;)V":    false,
		"(I[Ljava/lang/Object;)V":  false,
		"(Lapp/Node;)V":            false,
	} {
		if got := effects.LeavesOnly(desc); got != want {
			t.Errorf("LeavesOnly(%s) is %t, want %t", desc, got, want)
		}
	}
}

// TestRunsProgram checks which calls may run code outside the platform.
func TestRunsProgram(t *testing.T) {
	for _, tc := range []struct {
		m    classfile.Member
		want bool
	}{
		{classfile.Member{Class: "app/Node", Name: "next", Desc: "()Lapp/Node;"}, true},
		{classfile.Member{Class: "java/util/ArrayList", Name: "size", Desc: "()I"}, false},
		{classfile.Member{Class: "java/util/ArrayList", Name: "forEach", Desc: "(Ljava/util/function/Consumer;)V"}, true},
		{classfile.Member{Class: "java/util/function/Supplier", Name: "get", Desc: "()Ljava/lang/Object;"}, true},
		{classfile.Member{Class: "java/awt/event/ActionListener", Name: "actionPerformed", Desc: "(Ljava/awt/event/ActionEvent;)V"}, true},
	} {
		if got := effects.RunsProgram(tc.m); got != tc.want {
			t.Errorf("%s.%s: %t, want %t", tc.m.Class, tc.m.Name, got, tc.want)
		}
	}
}
