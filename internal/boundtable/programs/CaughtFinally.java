/** Raises an exception in a block with a finally clause, which passes it on to a handler further out. */
final class CaughtFinally extends Program {
    @Override
    int run(int n) {
        int[] a = new int[1];
        int caught = 0;
        for (int i = 1; i <= n; i++) {
            try {
                try {
                    a[i] = i;
                } finally {
                    caught += 2;
                }
            } catch (IndexOutOfBoundsException e) {
                caught--;
            }
        }
        return caught;
    }
}
