package EL5006;

import java.util.ArrayList;
import java.util.List;

/**
 * A list that is filled and never read, against none.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Filled {
    static void prepare(int n) {
    }

    static int asWritten(int n) {
        List<Integer> seen = new ArrayList<>();
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
            seen.add(sum);
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }
}
