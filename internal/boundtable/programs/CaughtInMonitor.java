/** Raises an exception in a synchronized block, and catches it outside. */
final class CaughtInMonitor extends Program {
    @Override
    int run(int n) {
        int[] a = new int[1];
        int caught = 0;
        for (int i = 1; i <= n; i++) {
            try {
                synchronized (a) {
                    a[i] = i;
                }
            } catch (RuntimeException e) {
                caught++;
            }
        }
        return caught;
    }
}
