package heldout;

/**
 * The same prefix in lower case in each iteration, against once.
 *
 * @case EL5001/StringToLowerCaseWord
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Prefixes {
    private static String[] names;
    private static String prefix;

    static void prepare(int n) {
        names = new String[n];
        for (int i = 0; i < n; i++) {
            names[i] = (i % 2 == 0 ? "host-" : "node-") + i;
        }
        prefix = "Host-";
    }

    static int asWritten(int n) {
        int found = 0;
        String p = prefix;
        for (String name : names) {
            if (name.startsWith(p.toLowerCase())) {
                found++;
            }
        }
        return found;
    }

    static int repaired(int n) {
        int found = 0;
        String p = prefix;
        String lower = p.toLowerCase();
        for (String name : names) {
            if (name.startsWith(lower)) {
                found++;
            }
        }
        return found;
    }
}
