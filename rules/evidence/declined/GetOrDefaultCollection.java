package declined;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reading lists of a map that has them: an empty one made as default each time, against a test.
 *
 * @peers fb-contrib OI_OPTIONAL_ISSUES_USES_IMMEDIATE_EXECUTION and creedengo GCI94, of Optional.orElse
 * @decision compiled code does not make a collection that is not used
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class GetOrDefaultCollection {
    private static Map<Integer, List<Integer>> lists;

    static void prepare(int n) {
        lists = new HashMap<>();
        for (int i = 0; i < n; i++) {
            lists.put(i, List.of(i));
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += lists.getOrDefault(i, new ArrayList<>()).size();
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            List<Integer> list = lists.get(i);
            sum += list == null ? 0 : list.size();
        }
        return sum;
    }
}
