import java.util.HashMap;
import java.util.Map;

/** Iterates over the keys of a map, and looks each up. */
final class HashMapKeyLoop extends Program {
    private final Map<String, Integer> map = new HashMap<>();

    HashMapKeyLoop() {
        for (int i = 0; i < 100; i++) {
            map.put("key-" + i * 7919, i);
        }
    }

    @Override
    int run(int n) {
        int sum = 0;
        for (String key : map.keySet()) {
            sum += map.get(key);
        }
        return sum;
    }
}
