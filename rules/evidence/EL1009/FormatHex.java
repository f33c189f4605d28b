package EL1009;

/**
 * Four hexadecimal digits of a number: String.format, against Integer.toHexString filled up by zeros.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FormatHex {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 & 0xffff;
        }
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(String.format("%04x", numbers[i]));
        }
        return out.length() + out.charAt(out.length() - 1);
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            String digits = Integer.toHexString(numbers[i]);
            out.append("0000", 0, Math.max(0, 4 - digits.length())).append(digits);
        }
        return out.length() + out.charAt(out.length() - 1);
    }
}
