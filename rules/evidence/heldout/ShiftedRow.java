package heldout;

/**
 * Copying a row behind the first elements of another array, against System.arraycopy.
 *
 * @case EL5002/CopyInt
 * @unit element
 * @sizes 10 50 500
 */
public final class ShiftedRow {
    private static int[] row;
    private static int[] page;

    static void prepare(int n) {
        row = new int[n];
        page = new int[n + 8];
        for (int i = 0; i < n; i++) {
            row[i] = i;
        }
    }

    static int[] asWritten(int n) {
        int[] from = row;
        int[] to = page;
        for (int i = 0; i < from.length; i++) {
            to[i + 8] = from[i];
        }
        return to;
    }

    static int[] repaired(int n) {
        int[] from = row;
        int[] to = page;
        System.arraycopy(from, 0, to, 8, from.length);
        return to;
    }
}
