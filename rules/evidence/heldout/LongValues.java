package heldout;

/**
 * Appending longs: Long.toString, against the number.
 *
 * @case EL1003/AppendValueOf
 * @unit iteration
 * @sizes 10 50 500
 */
public final class LongValues {
    private static long[] values;

    static void prepare(int n) {
        values = new long[n];
        for (int i = 0; i < n; i++) {
            values[i] = 1_000_000_007L * i;
        }
    }

    static int asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (long value : values) {
            out.append(Long.toString(value));
        }
        return out.toString().hashCode();
    }

    static int repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (long value : values) {
            out.append(value);
        }
        return out.toString().hashCode();
    }
}
