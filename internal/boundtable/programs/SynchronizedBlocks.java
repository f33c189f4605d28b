/** Locks an object, another one inside of that, and the first again. */
final class SynchronizedBlocks extends Program {
    private final Object inner = new Object();

    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            synchronized (this) {
                synchronized (inner) {
                    synchronized (this) {
                        sum += i;
                    }
                }
            }
        }
        return sum;
    }
}
