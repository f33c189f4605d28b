package EL1001;

/**
 * A string that grows by a new StringBuilder in each iteration, as compilers for Java 8 concatenate, against one StringBuilder.
 *
 * @unit iteration
 * @sizes 5 10 30 100 300
 * @terms 1 n n*n
 */
public final class Builder {
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
            text = new StringBuilder().append(text).append(part).toString();
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
