package EL3005;

import java.util.Arrays;

/**
 * The sum of products: a stream of boxes, against an IntStream.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class StreamOfInteger {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % 10007;
        }
    }

    static long asWritten(int n) {
        return Arrays.stream(numbers).boxed().map(x -> x * 3).reduce(0, Integer::sum);
    }

    static long repaired(int n) {
        return Arrays.stream(numbers).map(x -> x * 3).sum();
    }
}
