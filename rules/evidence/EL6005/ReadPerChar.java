package EL6005;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

/**
 * Reading a BufferedReader character by character, against blocks of 1,024.
 *
 * @unit character
 * @sizes 20 100 1000 10000
 * @typical 1000
 */
public final class ReadPerChar {
    private static BufferedReader reader;
    private static String text;

    static void prepare(int n) {
        text = "some text - more; ".repeat(n / 18 + 1).substring(0, n);
    }

    static long asWritten(int n) throws IOException {
        reader = new BufferedReader(new StringReader(text));
        BufferedReader in = reader;
        long sum = 0;
        int c;
        while ((c = in.read()) != -1) {
            if (c != '-') {
                sum += c;
            }
        }
        return sum;
    }

    static long repaired(int n) throws IOException {
        reader = new BufferedReader(new StringReader(text));
        BufferedReader in = reader;
        long sum = 0;
        char[] block = new char[1024];
        int length;
        while ((length = in.read(block)) != -1) {
            for (int i = 0; i < length; i++) {
                if (block[i] != '-') {
                    sum += block[i];
                }
            }
        }
        return sum;
    }
}
