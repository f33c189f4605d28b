package EL7013;

import java.util.Arrays;

/**
 * Sorting lines by their second part: split in each comparison, against once for each line.
 *
 * @unit element
 * @sizes 10 100 1000
 */
public final class Split {
    private static String[] words;

    private record Keyed(String key, String word) {}

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "name, " + i * 7919L % n;
        }
    }

    static int asWritten(int n) {
        String[] sorted = words.clone();
        Arrays.sort(sorted, (a, b) -> a.split(", ")[1].compareTo(b.split(", ")[1]));
        return Arrays.hashCode(sorted);
    }

    static int repaired(int n) {
        Keyed[] keyed = new Keyed[n];
        for (int i = 0; i < n; i++) {
            keyed[i] = new Keyed(words[i].split(", ")[1], words[i]);
        }
        Arrays.sort(keyed, (a, b) -> a.key().compareTo(b.key()));
        String[] sorted = new String[n];
        for (int i = 0; i < n; i++) {
            sorted[i] = keyed[i].word();
        }
        return Arrays.hashCode(sorted);
    }
}
