package EL3001;

/**
 * A sum in a Long, against long.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SumLong {
    private static long[] numbers;

    static void prepare(int n) {
        numbers = new long[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static long asWritten(int n) {
        Long sum = 0L;
        for (long x : numbers) {
            sum += x;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0L;
        for (long x : numbers) {
            sum += x;
        }
        return sum;
    }
}
