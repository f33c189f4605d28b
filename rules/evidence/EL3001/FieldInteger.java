package EL3001;

/**
 * A sum in a private field of type Integer, against a local int that is stored once behind the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FieldInteger {
    private Integer boxed;

    static void prepare(int n) {}

    static int asWritten(int n) {
        FieldInteger object = new FieldInteger();
        object.sumBoxed(n);
        return object.boxed;
    }

    static int repaired(int n) {
        FieldInteger object = new FieldInteger();
        object.sum(n);
        return object.boxed;
    }

    private void sumBoxed(int n) {
        boxed = (int) 0;
        for (int i = 0; i < n; i++) {
            boxed += i;
        }
    }

    private void sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        boxed = sum;
    }
}
