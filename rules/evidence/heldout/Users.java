package heldout;

/**
 * The users of mail addresses: the first part of split, against indexOf and substring.
 *
 * @case EL1008/FirstPart
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Users {
    private static String[] addresses;

    static void prepare(int n) {
        addresses = new String[n];
        for (int i = 0; i < n; i++) {
            addresses[i] = "user" + i + "@example.org";
        }
    }

    static int asWritten(int n) {
        int length = 0;
        for (String address : addresses) {
            length += address.split("@")[0].length();
        }
        return length;
    }

    static int repaired(int n) {
        int length = 0;
        for (String address : addresses) {
            int at = address.indexOf('@');
            length += (at < 0 ? address : address.substring(0, at)).length();
        }
        return length;
    }
}
