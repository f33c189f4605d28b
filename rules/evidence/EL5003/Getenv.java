package EL5003;

/**
 * Asking for an environment variable in each iteration, against a constant.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Getenv {
    private static final String PATH = System.getenv("PATH");

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += System.getenv("PATH") == PATH ? i : 1;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += PATH != null ? i : 1;
        }
        return sum;
    }
}
