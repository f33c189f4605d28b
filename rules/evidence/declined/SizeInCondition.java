package declined;

import java.util.ArrayList;
import java.util.List;

/**
 * size() of an ArrayList in the condition of a loop, against a local variable.
 *
 * @peers creedengo GCI3
 * @decision C2 reads the size in a register; the interpreter and C1 save a call, where readability decides
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SizeInCondition {
    private static List<Integer> numbers;

    static void prepare(int n) {
        numbers = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            numbers.add(i);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < numbers.size(); i++) {
            sum += numbers.get(i);
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        int size = numbers.size();
        for (int i = 0; i < size; i++) {
            sum += numbers.get(i);
        }
        return sum;
    }
}
