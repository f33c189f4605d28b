package declined;

/**
 * i++ as a statement, against ++i.
 *
 * @peers creedengo GCI67
 * @decision both are the same bytecode
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class PostIncrement {
    static void prepare(int n) {
    }

    static int asWritten(int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            count++;
        }
        return count;
    }

    static int repaired(int n) {
        int count = 0;
        for (int i = 0; i < n; ++i) {
            ++count;
        }
        return count;
    }
}
