package EL6004;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Short tasks: a thread for each, against a pool of one.
 *
 * @unit task
 * @sizes 5 20 100
 * @rare yes
 */
public final class ThreadForTask {
    private static final ExecutorService POOL = Executors.newSingleThreadExecutor(task -> {
        Thread t = new Thread(task);
        t.setDaemon(true);
        return t;
    });

    static void prepare(int n) {
    }

    static long asWritten(int n) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(n);
        for (int i = 0; i < n; i++) {
            new Thread(done::countDown).start();
        }
        done.await();
        return done.getCount();
    }

    static long repaired(int n) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(n);
        for (int i = 0; i < n; i++) {
            POOL.execute(done::countDown);
        }
        done.await();
        return done.getCount();
    }
}
