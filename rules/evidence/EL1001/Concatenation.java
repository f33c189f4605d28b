package EL1001;

/**
 * A string that grows by += in a loop, against a StringBuilder.
 *
 * @unit iteration
 * @sizes 5 10 30 100 300
 * @terms 1 n n*n
 */
public final class Concatenation {
    private static String[] parts;

    static void prepare(int n) {
        parts = new String[n];
        for (int i = 0; i < n; i++) {
            parts[i] = "part" + i % 10;
        }
    }

    static String asWritten(int n) {
        String text = "";
        for (String part : parts) {
            text += part;
        }
        return text;
    }

    static String repaired(int n) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            text.append(part);
        }
        return text.toString();
    }
}
