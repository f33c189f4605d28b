package EL6004;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Short tasks: a pool for each, against one for all.
 *
 * @unit task
 * @sizes 5 20 100
 * @rare yes
 */
public final class PoolForTask {
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor(task -> {
        Thread t = new Thread(task);
        t.setDaemon(true);
        return t;
    });

    static void prepare(int n) {
    }

    static long asWritten(int n) throws Exception {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            sum += pool.submit(() -> 1).get();
            pool.shutdown();
        }
        return sum;
    }

    static long repaired(int n) throws Exception {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += POOL.submit(() -> 1).get();
        }
        return sum;
    }
}
