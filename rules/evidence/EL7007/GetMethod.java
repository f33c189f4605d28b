package EL7007;

import java.lang.reflect.Method;

/**
 * Calling a method by reflection: getMethod for each call, against once.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class GetMethod {
    private static final Method LENGTH = find();
    private static String[] words;

    private static Method find() {
        try {
            return String.class.getMethod("length");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) throws ReflectiveOperationException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (Integer) String.class.getMethod("length").invoke(words[i]);
        }
        return sum;
    }

    static long repaired(int n) throws ReflectiveOperationException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (Integer) LENGTH.invoke(words[i]);
        }
        return sum;
    }
}
