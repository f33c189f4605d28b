import java.util.HashMap;
import java.util.Map;

/** Counts words: each is looked up, and put again. */
final class HashMapKeys extends Program {
    private final String[] words = new String[64];

    HashMapKeys() {
        for (int i = 0; i < words.length; i++) {
            words[i] = "word-" + i * 7919 % 40;
        }
    }

    @Override
    int run(int n) {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) {
            String word = new String(words[i & 63].toCharArray());
            Integer old = counts.get(word);
            counts.put(word, old == null ? 1 : old + 1);
        }
        return counts.size();
    }
}
