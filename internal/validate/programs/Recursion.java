/** Fibonacci numbers, recursively. */
final class Recursion extends Program {
    @Override
    int run(int n) {
        return fibonacci(n);
    }

    //@ measured_by n;
    private static int fibonacci(int n) {
        if (n < 2) {
            return n;
        }
        return fibonacci(n - 1) + fibonacci(n - 2);
    }
}
