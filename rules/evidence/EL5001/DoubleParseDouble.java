package EL5001;

/**
 * Double.parseDouble of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class DoubleParseDouble {
    private static String argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = "123.45";
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static double asWritten(int n) {
        String x = argument;
        double sum = 0;
        for (int number : numbers) {
            sum += Double.parseDouble(x) + number;
        }
        return sum;
    }

    static double repaired(int n) {
        String x = argument;
        double value = Double.parseDouble(x);
        double sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
