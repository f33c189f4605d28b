package EL6001;

import java.util.concurrent.CountDownLatch;

/**
 * Waiting for another thread by asking every millisecond, against a CountDownLatch.
 *
 * @unit iteration
 * @sizes 5 20 50
 * @rare yes
 */
public final class Sleep {
    static void prepare(int n) {}

    static boolean asWritten(int n) throws InterruptedException {
        Work work = new Work(n);
        work.start();
        while (!work.done) {
            Thread.sleep(1);
        }
        work.join();
        return work.done;
    }

    static boolean repaired(int n) throws InterruptedException {
        Work work = new Work(n);
        work.start();
        work.finished.await();
        work.join();
        return work.done;
    }

    /** Something that takes n milliseconds, in another thread. */
    private static final class Work extends Thread {
        private final CountDownLatch finished = new CountDownLatch(1);
        private final int millis;
        private volatile boolean done;

        Work(int millis) {
            this.millis = millis;
        }

        @Override
        public void run() {
            try {
                sleep(millis);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done = true;
            finished.countDown();
        }
    }
}
