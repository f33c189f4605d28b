import java.util.concurrent.ConcurrentHashMap;

/** Computes the values of keys that a map has and has not. */
final class ComputedKeys extends Program {
    private final String[] words = new String[40];

    ComputedKeys() {
        for (int i = 0; i < words.length; i++) {
            words[i] = "word-" + i;
        }
    }

    @Override
    int run(int n) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < n; i++) {
            map.computeIfAbsent(words[i % 40], w -> 1);
        }
        return n;
    }
}
