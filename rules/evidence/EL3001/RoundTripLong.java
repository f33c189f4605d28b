package EL3001;

/**
 * A Long that is made for each number and unboxed again, against long.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class RoundTripLong {
    private static long[] numbers;

    static void prepare(int n) {
        numbers = new long[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static long asWritten(int n) {
        long sum = 0L;
        for (long x : numbers) {
            Long boxed = x;
            sum += boxed;
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
