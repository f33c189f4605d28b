package heldout;

import java.util.HashMap;
import java.util.Map;

/**
 * Points of players, two thirds of whom a HashMap has: containsKey and get, against get.
 *
 * @case EL2004/ContainsKeyGetOfNumbers
 * @unit iteration
 * @sizes 10 50 500
 */
public final class CountedWords {
    private static Map<Long, Long> points;
    private static long[] players;

    static void prepare(int n) {
        points = new HashMap<>();
        players = new long[n];
        for (int i = 0; i < n; i++) {
            players[i] = 1_000_003L * i;
            if (i % 3 != 0) {
                points.put(players[i], (long) i);
            }
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (Long p : players) {
            if (points.containsKey(p)) {
                sum += points.get(p);
            }
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (Long p : players) {
            Long x = points.get(p);
            if (x != null) {
                sum += x;
            }
        }
        return sum;
    }
}
