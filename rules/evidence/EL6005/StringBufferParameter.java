package EL6005;

/**
 * Escaping a text into a StringBuffer that the caller has, character by character, against a StringBuilder that is appended to it at the end.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringBufferParameter {
    private static StringBuffer buffer;
    private static String text;

    static void prepare(int n) {
        buffer = new StringBuffer(2 * n + 16);
        text = "some text & more; ".repeat(n / 18 + 1).substring(0, n);
    }

    static long asWritten(int n) {
        StringBuffer out = buffer;
        String in = text;
        out.setLength(0);
        for (int i = 0; i < in.length(); i++) {
            char c = in.charAt(i);
            if (c == '&') {
                out.append("&amp;");
            } else {
                out.append(c);
            }
        }
        return out.length();
    }

    static long repaired(int n) {
        StringBuffer out = buffer;
        String in = text;
        out.setLength(0);
        StringBuilder escaped = new StringBuilder(in.length() + 16);
        for (int i = 0; i < in.length(); i++) {
            char c = in.charAt(i);
            if (c == '&') {
                escaped.append("&amp;");
            } else {
                escaped.append(c);
            }
        }
        out.append(escaped);
        return out.length();
    }
}
