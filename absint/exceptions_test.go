package absint

import (
	"strings"
	"testing"
)

func TestCaughtBy(t *testing.T) {
	own := func(class string) bool { return strings.HasPrefix(class, "acme/") }
	for _, test := range []struct {
		class       string
		may, surely exceptions
	}{
		{"", byJVM | thrown | foreign, byJVM | thrown | foreign},
		{"java/lang/Throwable", byJVM | thrown | foreign, byJVM | thrown | foreign},
		{"java/lang/Exception", byJVM | thrown | foreign, byJVM},
		{"java/lang/RuntimeException", byJVM | thrown | foreign, byJVM},
		{"java/lang/IndexOutOfBoundsException", indexOutOfBounds | thrown | foreign, indexOutOfBounds},
		{"java/lang/NullPointerException", nullPointer | thrown | foreign, nullPointer},
		{"java/lang/Error", thrown | foreign, 0},
		{"java/io/IOException", thrown | foreign, 0},
		{"acme/OwnException", thrown, 0},
	} {
		if may, surely := caughtBy(test.class, own); may != test.may || surely != test.surely {
			t.Errorf("%q catches %b, surely %b; want %b, %b", test.class, may, surely, test.may, test.surely)
		}
	}
}

// TestSilent: methods that may throw are not among those that never do.
func TestSilent(t *testing.T) {
	for name, want := range map[string]bool{
		"java/lang/Object.<init>()V": true, "java/lang/StringBuilder.append(I)Ljava/lang/StringBuilder;": true,
		"java/lang/Math.max(II)I": true, "java/util/ArrayList.add(Ljava/lang/Object;)Z": true, "java/util/Set.size()I": true,
		"java/lang/IllegalStateException.<init>(Ljava/lang/String;)V": true,

		"java/lang/Math.addExact(II)I": false, "java/lang/Math.floorMod(II)I": false, "java/lang/Math.maxExact(II)I": false,
		"java/lang/Integer.parseInt(Ljava/lang/String;)I": false, "java/lang/Integer.valueOf(Ljava/lang/String;)Ljava/lang/Integer;": false,
		"java/lang/String.charAt(I)C": false, "java/lang/String.substring(I)Ljava/lang/String;": false,
		"java/lang/StringBuilder.append([C)Ljava/lang/StringBuilder;": false, "java/lang/StringBuilder.<init>(I)V": false,
		"java/util/ArrayList.get(I)Ljava/lang/Object;": false, "java/util/ArrayList.add(ILjava/lang/Object;)V": false, "java/util/List.add(Ljava/lang/Object;)Z": false,
		"java/util/Map.put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;": false, "java/util/Iterator.next()Ljava/lang/Object;": false,
		"java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;": false, "java/util/Optional.orElseThrow()Ljava/lang/Object;": false,
		"java/util/ArrayList.contains(Ljava/lang/Object;)Z": true, "java/util/ArrayList.containsAll(Ljava/util/Collection;)Z": false,
		"java/lang/Object.wait()V": false, "java/lang/Enum.valueOf(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;": false,
		"java/lang/String.valueOf([C)Ljava/lang/String;": false, "java/lang/Byte.toString(B)Ljava/lang/String;": true,
		"java/util/List.size()I": false, "java/util/Collection.isEmpty()Z": false, "java/util/List.iterator()Ljava/util/Iterator;": false,
		"java/util/Iterator.hasNext()Z": false, "java/util/Map$Entry.getKey()Ljava/lang/Object;": false,
		"java/lang/Character.toString(I)Ljava/lang/String;": false, "java/lang/Character.toString()Ljava/lang/String;": true,
	} {
		if silent.MatchString(name) != want {
			t.Errorf("%s: silent is %v, want %v", name, !want, want)
		}
	}
}
