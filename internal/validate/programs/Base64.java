/** Bytes to characters, three to four, and back. */
final class Base64 extends Program {
    @Override
    int run(int n) {
        char[] alphabet = new char[64];
        byte[] digits = new byte[128];
        for (int i = 0; i < 64; i++) {
            alphabet[i] = (char) (i < 26 ? 'A' + i : i < 52 ? 'a' + i - 26 : i < 62 ? '0' + i - 52 : i == 62 ? '+' : '/');
            digits[alphabet[i]] = (byte) i;
        }
        byte[] data = new byte[3 * n];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * i);
        }
        char[] text = new char[4 * n];
        for (int i = 0, o = 0; i + 2 < data.length; i += 3) {
            int bits = (data[i] & 255) << 16 | (data[i + 1] & 255) << 8 | data[i + 2] & 255;
            text[o++] = alphabet[bits >> 18];
            text[o++] = alphabet[bits >> 12 & 63];
            text[o++] = alphabet[bits >> 6 & 63];
            text[o++] = alphabet[bits & 63];
        }
        int errors = 0;
        for (int i = 0, o = 0; i + 3 < text.length; i += 4, o += 3) {
            int bits = digits[text[i]] << 18 | digits[text[i + 1]] << 12 | digits[text[i + 2]] << 6 | digits[text[i + 3]];
            if ((byte) (bits >> 16) != data[o] || (byte) (bits >> 8) != data[o + 1] || (byte) bits != data[o + 2]) {
                errors++;
            }
        }
        return text[n] * 100 + errors;
    }
}
