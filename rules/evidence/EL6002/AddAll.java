package EL6002;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Filling a CopyOnWriteArrayList: add for each element, against addAll.
 *
 * @unit element
 * @sizes 5 20 100 1000
 * @terms 1 n n*n
 */
public final class AddAll {
    private static List<String> words;

    static void prepare(int n) {
        words = new java.util.ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add("word " + i);
        }
    }

    static long asWritten(int n) {
        List<String> list = new CopyOnWriteArrayList<>();
        for (String word : words) {
            list.add(word);
        }
        return list.size();
    }

    static long repaired(int n) {
        List<String> list = new CopyOnWriteArrayList<>();
        list.addAll(words);
        return list.size();
    }
}
