package heldout;

/**
 * A limit that is parsed in each iteration, against once.
 *
 * @case EL5001/IntegerParseInt
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Limits {
    private static int[] xs;
    private static String limit;

    static void prepare(int n) {
        xs = new int[n];
        for (int i = 0; i < n; i++) {
            xs[i] = 20 * i;
        }
        limit = "1500";
    }

    static int asWritten(int n) {
        int above = 0;
        String text = limit;
        for (int x : xs) {
            if (x > Integer.parseInt(text)) {
                above++;
            }
        }
        return above;
    }

    static int repaired(int n) {
        int above = 0;
        String text = limit;
        int bound = Integer.parseInt(text);
        for (int x : xs) {
            if (x > bound) {
                above++;
            }
        }
        return above;
    }
}
