import java.util.HashSet;
import java.util.Set;

/** Asks a set for strings that it has, as other objects. */
final class HashSetContains extends Program {
    private final Set<String> set = new HashSet<>();
    private final String[] asked = new String[64];

    HashSetContains() {
        for (int i = 0; i < asked.length; i++) {
            set.add("element-" + i);
            asked[i] = "element-" + (i + 8);
        }
    }

    @Override
    int run(int n) {
        int found = 0;
        for (int i = 0; i < n; i++) {
            if (set.contains(asked[i & 63])) {
                found++;
            }
        }
        return found;
    }
}
