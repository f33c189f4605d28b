package EL1008;

/**
 * The first of four fields of lines: split, against indexOf and substring.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FirstPart {
    private static String[] lines;

    static void prepare(int n) {
        lines = new String[n];
        for (int i = 0; i < n; i++) {
            lines[i] = "key" + i + ",one,two,three";
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += lines[i].split(",")[0].length();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            int end = lines[i].indexOf(',');
            sum += (end < 0 ? lines[i] : lines[i].substring(0, end)).length();
        }
        return sum;
    }
}
