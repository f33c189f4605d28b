package EL7013;

import java.util.Arrays;

/**
 * Sorting texts of numbers: parsed in each comparison, against once for each text.
 *
 * @unit element
 * @sizes 10 100 1000
 */
public final class ParseInt {
    private static String[] words;

    private record Keyed(int key, String word) {}

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = Long.toString(i * 7919L % n);
        }
    }

    static int asWritten(int n) {
        String[] sorted = words.clone();
        Arrays.sort(sorted, (a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
        return Arrays.hashCode(sorted);
    }

    static int repaired(int n) {
        Keyed[] keyed = new Keyed[n];
        for (int i = 0; i < n; i++) {
            keyed[i] = new Keyed(Integer.parseInt(words[i]), words[i]);
        }
        Arrays.sort(keyed, (a, b) -> Integer.compare(a.key(), b.key()));
        String[] sorted = new String[n];
        for (int i = 0; i < n; i++) {
            sorted[i] = keyed[i].word();
        }
        return Arrays.hashCode(sorted);
    }
}
