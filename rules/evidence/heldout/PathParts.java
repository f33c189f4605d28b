package heldout;

import java.util.regex.Pattern;

/**
 * The parts of paths by an expression: split, against a Pattern that is compiled once.
 *
 * @case EL7001/SplitShort
 * @unit iteration
 * @sizes 10 50 500
 */
public final class PathParts {
    private static final Pattern SLASHES = Pattern.compile("/+");
    private static String[] paths;

    static void prepare(int n) {
        paths = new String[n];
        for (int i = 0; i < n; i++) {
            paths[i] = "home//user/" + i + "/file";
        }
    }

    static int asWritten(int n) {
        int parts = 0;
        for (String path : paths) {
            parts += path.split("/+").length;
        }
        return parts;
    }

    static int repaired(int n) {
        int parts = 0;
        for (String path : paths) {
            parts += SLASHES.split(path).length;
        }
        return parts;
    }
}
