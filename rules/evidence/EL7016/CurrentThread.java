package EL7016;

import java.lang.StackWalker.StackFrame;

/**
 * The name of the calling method on a stack of 60 frames: from a stack trace, against a StackWalker.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class CurrentThread {
    private static final StackWalker WALKER = StackWalker.getInstance();

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        return trace(60, n);
    }

    static long repaired(int n) {
        return walk(60, n);
    }

    private static long trace(int depth, int n) {
        if (depth > 0) {
            return trace(depth - 1, n);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Thread.currentThread().getStackTrace()[1].getMethodName().length() - 5;
        }
        return sum;
    }

    private static long walk(int depth, int n) {
        if (depth > 0) {
            return walk(depth - 1, n);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += WALKER.walk(frames -> frames.findFirst().map(StackFrame::getMethodName).orElse("").length()) - 4;
        }
        return sum;
    }
}
