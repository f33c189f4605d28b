package EL1003;

/**
 * Appending numbers: as strings, against the numbers themselves.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendValueOf {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(String.valueOf(i * 31));
        }
        return out.toString().hashCode();
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(i * 31);
        }
        return out.toString().hashCode();
    }
}
