package declined;

/**
 * A method that returns an empty array again and again: a new one, against a constant.
 *
 * @peers IntelliJ ZeroLengthArrayInitialization, IntelliJ ConstantForZeroLengthArrayAllocation
 * @decision half of a nanosecond for each array
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class EmptyArrayPerCall {
    private static final byte[] EMPTY = {};

    private static byte[][] results;

    static void prepare(int n) {
        results = new byte[n][];
    }

    static long asWritten(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            results[i] = new byte[0];
            length += results[i].length;
        }
        return length;
    }

    static long repaired(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            results[i] = EMPTY;
            length += results[i].length;
        }
        return length;
    }
}
