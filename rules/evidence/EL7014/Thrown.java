package EL7014;

/**
 * Leaving a search by an exception that the same method catches, against a break.
 *
 * @unit iteration
 * @sizes 10 100 1000
 */
public final class Thrown {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (numbers[i] == 0) {
                    throw new IllegalStateException();
                }
                sum++;
            } catch (IllegalStateException e) {
                sum += 2;
            }
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (numbers[i] == 0) {
                sum += 2;
            } else {
                sum++;
            }
        }
        return sum;
    }
}
