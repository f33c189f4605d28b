package declined;

/**
 * Appending numbers to a StringBuffer that stays in the method, against a StringBuilder.
 *
 * @peers SonarJava S1149, IntelliJ StringBufferReplaceableByStringBuilder
 * @decision compiled code has no locks where it sees that the object stays in the method, and the interpreter hardly notices them. EL6005 reports loops that append to a StringBuffer that others have
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringBufferInMethod {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        StringBuffer out = new StringBuffer();
        for (int i = 0; i < n; i++) {
            out.append(i).append(',');
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
