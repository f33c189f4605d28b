/** Greatest common divisors and Collatz sequences: division, remainder, long arithmetic. */
final class Divisors extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += divisor(i * 12, n * 30);
            sum += collatz(i);
        }
        return sum;
    }

    private static int divisor(int a, int b) {
        //@ decreases b;
        while (b != 0) {
            int r = a % b;
            a = b;
            b = r;
        }
        return a;
    }

    //@ requires x <= 96;
    private static int collatz(long x) {
        int steps = 0;
        //@ loop_bound 115;
        while (x != 1) {
            x = x % 2 == 0 ? x / 2 : 3 * x + 1;
            steps++;
        }
        return steps;
    }
}
