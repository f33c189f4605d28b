package EL8001;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Messages of java.util.logging below the level that is on: String.format, against a lambda that calls it.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FineFormat {
    private static Logger logger;
    private static String[] words;

    static void prepare(int n) {
        logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.INFO);
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            logger.fine(String.format("looks at %s", words[i]));
            sum += words[i].length();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            String word = words[i];
            logger.fine(() -> String.format("looks at %s", word));
            sum += word.length();
        }
        return sum;
    }
}
