package EL3003;

/**
 * Texts of numbers: toString of a box, against Integer.toString.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ToString {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % 10007;
        }
    }

    static long asWritten(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            length += Integer.valueOf(numbers[i]).toString().length();
        }
        return length;
    }

    static long repaired(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            length += Integer.toString(numbers[i]).length();
        }
        return length;
    }
}
