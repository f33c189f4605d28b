package declined;

import java.util.ArrayList;
import java.util.List;

/**
 * toArray of an array of the size, against an array of size 0.
 *
 * @peers PMD OptimizableToArrayCall, IntelliJ ToArrayCallWithZeroLengthArrayArgument
 * @decision a few percent in compiled code for large lists, and a loss for small ones in the interpreter; SpotBugs ITA_INEFFICIENT_TO_ARRAY advises the opposite
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class SizedToArray {
    private static List<String> words;

    static void prepare(int n) {
        words = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add("word");
        }
    }

    static String[] asWritten(int n) {
        return words.toArray(new String[words.size()]);
    }

    static String[] repaired(int n) {
        return words.toArray(new String[0]);
    }
}
