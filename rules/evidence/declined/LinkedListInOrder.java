package declined;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/**
 * Filling a list and reading it in order: a LinkedList, against an ArrayList.
 *
 * @peers Error Prone JdkObsolete
 * @decision what is filled and read in order costs the same in compiled code; a LinkedList that is read by index is EL2003's
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LinkedListInOrder {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        List<String> list = new LinkedList<>();
        for (int i = 0; i < n; i++) {
            list.add(words[i]);
        }
        long sum = 0;
        for (String s : list) {
            sum += s.length();
        }
        return sum;
    }

    static long repaired(int n) {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(words[i]);
        }
        long sum = 0;
        for (String s : list) {
            sum += s.length();
        }
        return sum;
    }
}
