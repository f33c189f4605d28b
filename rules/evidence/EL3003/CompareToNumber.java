package EL3003;

/**
 * Comparing an object of a number with a number: compareTo of a box that is made for it, against Integer.compare.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CompareToNumber {
    private static Integer[] boxes;
    private static int[] numbers;

    static void prepare(int n) {
        boxes = new Integer[n];
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            boxes[i] = i * 7919 % 10007;
            numbers[i] = i * 104729 % 10007;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += boxes[i].compareTo(numbers[i]);
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Integer.compare(boxes[i], numbers[i]);
        }
        return sum;
    }
}
