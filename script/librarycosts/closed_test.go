package main

import "testing"

func TestClosed(t *testing.T) {
	for _, tt := range []struct {
		method string
		want   bool
	}{
		{"java/lang/IllegalStateException.<init>(Ljava/lang/String;)V", true},
		{"java/lang/IllegalStateException.<init>(Ljava/lang/String;Ljava/lang/Throwable;)V", true},
		{"java/lang/IllegalStateException.<init>(Ljava/lang/Throwable;)V", false}, // asks the cause for its text
		{"java/lang/Throwable.toString()Ljava/lang/String;", false},               // calls getLocalizedMessage
		{"java/util/AbstractList.<init>()V", true},
		{"java/io/FilterInputStream.<init>(Ljava/io/InputStream;)V", true},
		{"java/io/FilterInputStream.close()V", false},
		{"java/util/ArrayList.addAll(Ljava/util/Collection;)Z", false},
		{"java/util/ArrayList.get(I)Ljava/lang/Object;", true},
		{"java/util/Arrays.deepEquals([Ljava/lang/Object;[Ljava/lang/Object;)Z", false},
		{"java/util/Arrays.fill([Ljava/lang/Object;Ljava/lang/Object;)V", true},
		{"java/util/List.get(I)Ljava/lang/Object;", false},
		{"java/lang/String.equals(Ljava/lang/Object;)Z", true},
		{"java/util/ArrayList.equals(Ljava/lang/Object;)Z", false},
		{"java/util/HashMap.computeIfAbsent(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;", false},
		{"java/util/EnumSet.noneOf(Ljava/lang/Class;)Ljava/util/EnumSet;", false},
		{"java/util/EnumMap.<init>(Ljava/lang/Class;)V", false},
		{"java/lang/Class.getEnumConstants()[Ljava/lang/Object;", false}, // calls values
		{"java/lang/reflect/Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", false},
	} {
		if got := closed(tt.method); got != tt.want {
			t.Errorf("%s: %v", tt.method, got)
		}
	}
}
