/** Calls methods that lock. */
final class SynchronizedMethods extends Program {
    private static int calls;

    private static synchronized void count() {
        calls++;
    }

    private synchronized int next(int i) {
        return i + 1;
    }

    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            count();
            sum = next(sum);
        }
        return sum;
    }
}
