package EL5003;

/**
 * Asking for a system property in each iteration, against a constant.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class GetProperty {
    private static final String SEPARATOR = System.getProperty("line.separator");

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += System.getProperty("line.separator").length() + i;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += SEPARATOR.length() + i;
        }
        return sum;
    }
}
