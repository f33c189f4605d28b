package EL3004;

/**
 * Moving boxed numbers from one list to another: unboxed and boxed again, against as they are.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Rebox {
    private static Integer[] numbers;
    private static Integer[] out;

    static void prepare(int n) {
        numbers = new Integer[n];
        out = new Integer[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % 10007;
        }
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            int x = numbers[i];
            out[i] = x;
        }
        return out[n - 1];
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            Integer x = numbers[i];
            out[i] = x;
        }
        return out[n - 1];
    }
}
