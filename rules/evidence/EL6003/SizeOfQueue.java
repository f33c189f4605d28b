package EL6003;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Emptying a ConcurrentLinkedQueue while its size is above 0, against while it is not empty.
 *
 * @unit element
 * @sizes 5 20 100 1000
 * @terms 1 n n*n
 */
public final class SizeOfQueue {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        ConcurrentLinkedQueue<String> queue = filled();
        long sum = 0;
        while (queue.size() > 0) {
            sum += queue.poll().length();
        }
        return sum;
    }

    static long repaired(int n) {
        ConcurrentLinkedQueue<String> queue = filled();
        long sum = 0;
        while (!queue.isEmpty()) {
            sum += queue.poll().length();
        }
        return sum;
    }

    private static ConcurrentLinkedQueue<String> filled() {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        for (String word : words) {
            queue.add(word);
        }
        return queue;
    }
}
