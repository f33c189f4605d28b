package declined;

/**
 * A chain of comparisons with small numbers, against a switch.
 *
 * @peers creedengo GCI2
 * @decision a table of jumps saves some percent of a loop that only decides, and nothing beside what the branches do
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class IfChain {
    private static int[] codes;

    static void prepare(int n) {
        codes = new int[n];
        for (int i = 0; i < n; i++) {
            codes[i] = i * 31 % 5;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int c : codes) {
            if (c == 0) {
                sum += 3;
            } else if (c == 1) {
                sum += 7;
            } else if (c == 2) {
                sum -= 2;
            } else if (c == 3) {
                sum += 11;
            } else {
                sum--;
            }
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int c : codes) {
            switch (c) {
            case 0:
                sum += 3;
                break;
            case 1:
                sum += 7;
                break;
            case 2:
                sum -= 2;
                break;
            case 3:
                sum += 11;
                break;
            default:
                sum--;
            }
        }
        return sum;
    }
}
