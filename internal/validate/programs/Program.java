/** What a model is validated on: it calls nothing but code of this directory. */
abstract class Program {
    int size;

    /** Works on a problem of a size and returns a number that depends on the result. */
    abstract int run(int n);

    final int repeat(int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum = 31 * sum + run(size);
        }
        return sum;
    }
}
