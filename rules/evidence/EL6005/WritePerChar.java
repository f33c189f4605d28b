package EL6005;

import java.io.StringWriter;

/**
 * Writing a StringWriter that others have character by character, against an array.
 *
 * @unit character
 * @sizes 5 20 100 1000
 */
public final class WritePerChar {
    private static StringWriter writer;
    private static String text;

    static void prepare(int n) {
        writer = new StringWriter(n + 16);
        text = "some text - more; ".repeat(n / 18 + 1).substring(0, n);
    }

    static long asWritten(int n) {
        StringWriter out = writer;
        String in = text;
        out.getBuffer().setLength(0);
        for (int i = 0; i < in.length(); i++) {
            char c = in.charAt(i);
            out.write(c == ' ' ? '+' : c);
        }
        return out.getBuffer().length();
    }

    static long repaired(int n) {
        StringWriter out = writer;
        String in = text;
        out.getBuffer().setLength(0);
        char[] block = new char[in.length()];
        for (int i = 0; i < block.length; i++) {
            char c = in.charAt(i);
            block[i] = c == ' ' ? '+' : c;
        }
        out.write(block, 0, block.length);
        return out.getBuffer().length();
    }
}
