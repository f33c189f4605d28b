package EL3001;

/**
 * A sum in an Integer, against int.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SumInteger {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static int asWritten(int n) {
        Integer sum = 0;
        for (int x : numbers) {
            sum += x;
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
