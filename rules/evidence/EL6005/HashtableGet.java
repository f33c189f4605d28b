package EL6005;

import java.util.Hashtable;

/**
 * Looking words up in a Hashtable that others have, against looking them up while the loop holds its lock.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @typical 20
 */
public final class HashtableGet {
    private static Hashtable<String, Integer> numbers;
    private static String[] words;

    static void prepare(int n) {
        numbers = new Hashtable<>();
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
            numbers.put(words[i], i);
        }
    }

    static long asWritten(int n) {
        Hashtable<String, Integer> table = numbers;
        long sum = 0;
        for (String word : words) {
            sum += table.get(word);
        }
        return sum;
    }

    static long repaired(int n) {
        Hashtable<String, Integer> table = numbers;
        long sum = 0;
        synchronized (table) {
            for (String word : words) {
                sum += table.get(word);
            }
        }
        return sum;
    }
}
