package heldout;

/**
 * The ports of addresses: parseInt of a substring, against parseInt of the part.
 *
 * @case EL1005/ParsePart
 * @unit iteration
 * @sizes 10 50 500
 */
public final class PortNumbers {
    private static String[] addresses;

    static void prepare(int n) {
        addresses = new String[n];
        for (int i = 0; i < n; i++) {
            addresses[i] = "10.0.0.1:" + (1024 + i);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (String address : addresses) {
            sum += Integer.parseInt(address.substring(9));
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (String address : addresses) {
            sum += Integer.parseInt(address, 9, address.length(), 10);
        }
        return sum;
    }
}
