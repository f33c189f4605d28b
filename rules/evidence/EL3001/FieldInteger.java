package EL3001;

/**
 * A counter in a private field of type Integer, against int.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FieldInteger {
    private Integer boxed = 0;
    private int number;

    static void prepare(int n) {}

    static int asWritten(int n) {
        FieldInteger counter = new FieldInteger();
        for (int i = 0; i < n; i++) {
            counter.countBoxed(i);
        }
        return counter.boxed;
    }

    static int repaired(int n) {
        FieldInteger counter = new FieldInteger();
        for (int i = 0; i < n; i++) {
            counter.count(i);
        }
        return counter.number;
    }

    private void countBoxed(int by) {
        boxed += by;
    }

    private void count(int by) {
        number += by;
    }
}
