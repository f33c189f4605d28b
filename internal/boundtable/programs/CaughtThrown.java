/** Throws exceptions of its own, as a comparison. */
final class CaughtThrown extends Program {
    @Override
    int run(int n) {
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                check(i);
            } catch (IllegalStateException e) {
                caught++;
            }
        }
        return caught;
    }

    private static void check(int i) {
        if (i >= 0) {
            throw new IllegalStateException();
        }
    }
}
