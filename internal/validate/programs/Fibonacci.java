/** Fibonacci numbers, iteratively. */
final class Fibonacci extends Program {
    @Override
    int run(int n) {
        long a = 0;
        long b = 1;
        for (int i = 0; i < n; i++) {
            long next = a + b;
            a = b;
            b = next;
        }
        return (int) a;
    }
}
