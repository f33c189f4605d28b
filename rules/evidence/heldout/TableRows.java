package heldout;

/**
 * Appending rows of a table: one string of four parts, against the parts.
 *
 * @case EL1002/AppendFourParts
 * @unit iteration
 * @sizes 10 50 500
 */
public final class TableRows {
    private static String[] names;

    static void prepare(int n) {
        names = new String[n];
        for (int i = 0; i < n; i++) {
            names[i] = "row" + i;
        }
    }

    static int asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append("<td>" + names[i] + "</td>" + i);
        }
        return out.toString().hashCode();
    }

    static int repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append("<td>").append(names[i]).append("</td>").append(i);
        }
        return out.toString().hashCode();
    }
}
