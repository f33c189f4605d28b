package EL3003;

/**
 * Comparing numbers: compareTo of boxes, against Integer.compare.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CompareTo {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % 10007;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 1; i < n; i++) {
            sum += Integer.valueOf(numbers[i]).compareTo(Integer.valueOf(numbers[i - 1]));
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 1; i < n; i++) {
            sum += Integer.compare(numbers[i], numbers[i - 1]);
        }
        return sum;
    }
}
