package EL7016;

import java.lang.StackWalker.StackFrame;

/**
 * The name of the calling method: from a stack trace, against a StackWalker.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class CurrentThread {
    private static final StackWalker WALKER = StackWalker.getInstance();

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Thread.currentThread().getStackTrace()[1].getMethodName().length() - 9;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += WALKER.walk(frames -> frames.findFirst().map(StackFrame::getMethodName).orElse("").length()) - 8;
        }
        return sum;
    }
}
