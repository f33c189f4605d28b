package EL2017;

import java.util.List;

/**
 * The sum of lengths of those of five words that begin with a letter: a stream in each iteration, against a loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FilterMapOfFew {
    private static List<String> words;

    static void prepare(int n) {
        words = List.of("ab", "bcd", "cdef", "defgh", "word");
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            char c = (char) ('a' + i % 5);
            sum += words.stream().filter(w -> w.charAt(0) == c).mapToInt(String::length).sum();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            char c = (char) ('a' + i % 5);
            for (String w : words) {
                if (w.charAt(0) == c) {
                    sum += w.length();
                }
            }
        }
        return sum;
    }
}
