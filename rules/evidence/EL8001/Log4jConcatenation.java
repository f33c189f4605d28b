package EL8001;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Messages of log4j 2, by its default configuration below the level that is on: a concatenation, against a placeholder.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @needs org.apache.logging.log4j.core.Logger
 */
public final class Log4jConcatenation {
    private static Logger logger;
    private static String[] words;

    static void prepare(int n) {
        if (logger == null) {
            logger = LogManager.getLogger(Log4jConcatenation.class);
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
