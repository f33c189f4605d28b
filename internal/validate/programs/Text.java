/** Builds a text of decimal numbers in a buffer that grows. */
final class Text extends Program {
    private char[] buffer;
    private int length;

    @Override
    int run(int n) {
        buffer = new char[16];
        length = 0;
        for (int i = 0; i < n; i++) {
            append(i * 37);
            append(',');
        }
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + buffer[i];
        }
        return hash;
    }

    private void append(char c) {
        if (length == buffer.length) {
            char[] larger = new char[2 * length];
            for (int i = 0; i < length; i++) {
                larger[i] = buffer[i];
            }
            buffer = larger;
        }
        buffer[length++] = c;
    }

    private void append(int number) {
        int scale = 1;
        while (number / scale >= 10) {
            scale *= 10;
        }
        while (scale > 0) {
            append((char) ('0' + number / scale % 10));
            scale /= 10;
        }
    }
}
