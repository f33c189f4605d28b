package EL1003;

/**
 * Appending what a builder of twelve characters holds: as a string, against the builder itself.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendBuilder {
    private static StringBuilder part;

    static void prepare(int n) {
        part = new StringBuilder("twelve chars");
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(part.toString());
        }
        return out.toString().hashCode();
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(part);
        }
        return out.toString().hashCode();
    }
}
