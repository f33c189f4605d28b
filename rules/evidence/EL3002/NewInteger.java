package EL3002;

/**
 * Small numbers in boxes: the constructor, against valueOf.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewInteger {
    private static Integer[] boxes;

    static void prepare(int n) {
        boxes = new Integer[n];
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = new Integer(i % 100);
        }
        return boxes[n - 1].hashCode();
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = Integer.valueOf(i % 100);
        }
        return boxes[n - 1].hashCode();
    }
}
