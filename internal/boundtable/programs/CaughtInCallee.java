/** Catches what the JVM raises three calls below. */
final class CaughtInCallee extends Program {
    @Override
    int run(int n) {
        int[] a = new int[1];
        int caught = 0;
        for (int i = 1; i <= n; i++) {
            try {
                first(a, i);
            } catch (RuntimeException e) {
                caught++;
            }
        }
        return caught;
    }

    private static void first(int[] a, int i) {
        second(a, i);
    }

    private static void second(int[] a, int i) {
        third(a, i);
    }

    private static void third(int[] a, int i) {
        a[i] = i;
    }
}
