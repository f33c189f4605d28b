package heldout;

import java.util.LinkedList;
import java.util.List;

/**
 * The longest word of a LinkedList by index, against its iterator.
 *
 * @case EL2003/LinkedList
 * @unit iteration
 * @sizes 10 50 500
 * @terms 1 n n*n
 */
public final class LongestWord {
    private static List<String> words;

    static void prepare(int n) {
        words = new LinkedList<>();
        for (int i = 0; i < n; i++) {
            words.add("x".repeat(i * 31 % 17));
        }
    }

    static int asWritten(int n) {
        int longest = 0;
        for (int i = 0; i < words.size(); i++) {
            String w = words.get(i);
            if (w.length() > longest) {
                longest = w.length();
            }
        }
        return longest;
    }

    static int repaired(int n) {
        int longest = 0;
        for (String w : words) {
            if (w.length() > longest) {
                longest = w.length();
            }
        }
        return longest;
    }
}
