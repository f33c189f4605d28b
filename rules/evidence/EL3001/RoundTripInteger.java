package EL3001;

/**
 * An Integer that is made for each number and unboxed again, against int.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class RoundTripInteger {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int x : numbers) {
            Integer boxed = x;
            sum += boxed;
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int x : numbers) {
            sum += x;
        }
        return sum;
    }
}
