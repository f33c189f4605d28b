package heldout;

/**
 * Counting even numbers in a Long, against long.
 *
 * @case EL3001/SumLong
 * @unit iteration
 * @sizes 10 50 500
 */
public final class EvenCount {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 3 * i;
        }
    }

    static long asWritten(int n) {
        Long even = 0L;
        for (int x : numbers) {
            if (x % 2 == 0) {
                even += x;
            }
        }
        return even;
    }

    static long repaired(int n) {
        long even = 0;
        for (int x : numbers) {
            if (x % 2 == 0) {
                even += x;
            }
        }
        return even;
    }
}
