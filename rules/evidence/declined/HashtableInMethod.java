package declined;

import java.util.HashMap;
import java.util.Hashtable;

/**
 * Counting words in a Hashtable that stays in the method, against a HashMap.
 *
 * @peers PMD ReplaceHashtableWithMap, SonarJava S1149, IntelliJ UseOfObsoleteCollectionType, Error Prone JdkObsolete
 * @decision compiled code gains by a table without division; the interpreter loses. Programs that still have a Hashtable mostly hand it to an interface that asks for one. EL6005 reports loops that look up in a Hashtable that others have
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class HashtableInMethod {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        Hashtable<String, Integer> counts = new Hashtable<>();
        for (int i = 0; i < n; i++) {
            counts.put(words[i], i);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += counts.get(words[i]);
        }
        return sum;
    }

    static long repaired(int n) {
        HashMap<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) {
            counts.put(words[i], i);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += counts.get(words[i]);
        }
        return sum;
    }
}
