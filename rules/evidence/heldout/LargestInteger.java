package heldout;

/**
 * The largest number by way of an Integer, against int.
 *
 * @case EL3001/RoundTripInteger
 * @unit iteration
 * @sizes 10 50 500
 */
public final class LargestInteger {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % 10007;
        }
    }

    static int asWritten(int n) {
        int largest = 0;
        for (int x : numbers) {
            Integer boxed = Integer.valueOf(x);
            largest = Math.max(largest, boxed.intValue());
        }
        return largest;
    }

    static int repaired(int n) {
        int largest = 0;
        for (int x : numbers) {
            largest = Math.max(largest, x);
        }
        return largest;
    }
}
