package EL3001;

/**
 * A sum in a private field of type Long, against a local long that is stored once behind the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FieldLong {
    private Long boxed;

    static void prepare(int n) {}

    static long asWritten(int n) {
        FieldLong object = new FieldLong();
        object.sumBoxed(n);
        return object.boxed;
    }

    static long repaired(int n) {
        FieldLong object = new FieldLong();
        object.sum(n);
        return object.boxed;
    }

    private void sumBoxed(int n) {
        boxed = (long) 0;
        for (int i = 0; i < n; i++) {
            boxed += i;
        }
    }

    private void sum(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        boxed = sum;
    }
}
