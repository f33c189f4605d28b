package el6001;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/**
 * Records small.jfr: threads that poll without a pause, every 10 ms and every 100 ms, in methods of testdata/fixtures/el6001.
 *
 *     javac -cp testdata/fixtures/el6001/classes -d /tmp/small internal/profile/testdata/Small.java
 *     java -cp testdata/fixtures/el6001/classes:/tmp/small el6001.Small internal/profile/testdata/small.jfr
 */
final class Small {
    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ofMillis(10));
            recording.enable("jdk.ActiveSetting");
            recording.start();
            var pending = new CompletableFuture<Void>();
            Thread[] pollers = {new Thread(Small::poll), new Thread(() -> new Polling().caught(pending))};
            for (Thread t : pollers) {
                t.setDaemon(true);
                t.start();
            }
            CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS).execute(() -> pending.complete(null));
            new Polling().future(pending);
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }

    private static void poll() {
        try {
            new Polling().sleeping();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
