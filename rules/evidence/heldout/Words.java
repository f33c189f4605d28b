package heldout;

/**
 * Counting lines with text: trim and length, against isBlank.
 *
 * @case EL1007/TrimIsEmpty
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Words {
    private static String[] lines;

    static void prepare(int n) {
        lines = new String[n];
        for (int i = 0; i < n; i++) {
            lines[i] = i % 3 == 0 ? "    " : "  text " + i + " ";
        }
    }

    static int asWritten(int n) {
        int filled = 0;
        for (String line : lines) {
            if (line.trim().length() > 0) {
                filled++;
            }
        }
        return filled;
    }

    static int repaired(int n) {
        int filled = 0;
        for (String line : lines) {
            if (!line.isBlank()) {
                filled++;
            }
        }
        return filled;
    }
}
