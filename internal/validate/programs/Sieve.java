/** The sieve of Eratosthenes. */
final class Sieve extends Program {
    @Override
    int run(int n) {
        boolean[] composite = new boolean[n + 1];
        int primes = 0;
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                primes++;
                //@ loop_bound max(0, n) / 2;
                for (int k = 2 * i; k <= n; k += i) {
                    composite[k] = true;
                }
            }
        }
        return primes;
    }
}
