package EL3002;

/**
 * Small numbers in boxes: the constructor, against valueOf.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewLong {
    private static Long[] boxes;

    static void prepare(int n) {
        boxes = new Long[n];
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = new Long(i % 100L);
        }
        return boxes[n - 1].hashCode();
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = Long.valueOf(i % 100L);
        }
        return boxes[n - 1].hashCode();
    }
}
