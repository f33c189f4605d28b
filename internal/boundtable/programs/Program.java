/** A row of the table of bounds and measurements: what it does n times is what the row is about. */
abstract class Program {
    int size;

    /** Does it n times, and returns a number that depends on the result. */
    abstract int run(int n);

    final int repeat(int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum = 31 * sum + run(size);
        }
        return sum;
    }
}
