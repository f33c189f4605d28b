import java.util.HashMap;
import java.util.Map;

/** Compares a map with an equal one of other strings. */
final class MapEquals extends Program {
    private final Map<String, String> map = new HashMap<>();
    private final Map<String, String> other = new HashMap<>();

    MapEquals() {
        for (int i = 0; i < 30; i++) {
            map.put("key" + i, "value" + i);
            other.put("key" + i, "value" + i);
        }
    }

    @Override
    int run(int n) {
        int equal = 0;
        for (int i = 0; i < n; i++) {
            if (map.equals(other)) {
                equal++;
            }
        }
        return equal;
    }
}
