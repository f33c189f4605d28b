package EL8001;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import support.Logback;

/**
 * Messages of slf4j over logback below the level that is on: a concatenation, against a placeholder.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @needs ch.qos.logback.classic.Logger
 */
public final class Slf4jConcatenation {
    private static Logger logger;
    private static String[] words;

    static void prepare(int n) throws IOException {
        if (logger == null) {
            Logback.info();
            logger = LoggerFactory.getLogger(Slf4jConcatenation.class);
        }
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            logger.debug("looks at " + words[i]);
            sum += words[i].length();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            logger.debug("looks at {}", words[i]);
            sum += words[i].length();
        }
        return sum;
    }
}
