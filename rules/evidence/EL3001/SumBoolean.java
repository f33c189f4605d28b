package EL3001;

/**
 * A flag in a Boolean that changes in each iteration, against boolean.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SumBoolean {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7 % 5;
        }
    }

    static boolean asWritten(int n) {
        Boolean flag = false;
        for (int x : numbers) {
            flag = flag ^ x > 2;
        }
        return flag;
    }

    static boolean repaired(int n) {
        boolean flag = false;
        for (int x : numbers) {
            flag = flag ^ x > 2;
        }
        return flag;
    }
}
