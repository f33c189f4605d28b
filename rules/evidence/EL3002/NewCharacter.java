package EL3002;

/**
 * Small numbers in boxes: the constructor, against valueOf.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewCharacter {
    private static Character[] boxes;

    static void prepare(int n) {
        boxes = new Character[n];
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = new Character((char) ('a' + i % 20));
        }
        return boxes[n - 1].hashCode();
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = Character.valueOf((char) ('a' + i % 20));
        }
        return boxes[n - 1].hashCode();
    }
}
