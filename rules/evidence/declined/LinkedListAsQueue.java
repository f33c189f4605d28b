package declined;

import java.util.ArrayDeque;
import java.util.LinkedList;
import java.util.Queue;

/**
 * Adding to a queue and taking from it: a LinkedList, against an ArrayDeque.
 *
 * @peers Error Prone JdkObsolete
 * @decision both take a few nanoseconds for an element in compiled code; an ArrayDeque holds no null
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LinkedListAsQueue {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        Queue<String> queue = new LinkedList<>();
        for (int i = 0; i < n; i++) {
            queue.add(words[i]);
        }
        long sum = 0;
        while (!queue.isEmpty()) {
            sum += queue.poll().length();
        }
        return sum;
    }

    static long repaired(int n) {
        Queue<String> queue = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            queue.add(words[i]);
        }
        long sum = 0;
        while (!queue.isEmpty()) {
            sum += queue.poll().length();
        }
        return sum;
    }
}
