package EL3002;

/**
 * Small numbers in boxes: the constructor, against valueOf.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewShort {
    private static Short[] boxes;

    static void prepare(int n) {
        boxes = new Short[n];
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = new Short((short) (i % 100));
        }
        return boxes[n - 1].hashCode();
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = Short.valueOf((short) (i % 100));
        }
        return boxes[n - 1].hashCode();
    }
}
