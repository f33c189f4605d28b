package EL1010;

/**
 * Appending a string of one character, against the character.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendCharacter {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(i).append(",");
        }
        return out.length();
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(i).append(',');
        }
        return out.length();
    }
}
