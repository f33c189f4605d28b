/** Sums in all four types with conversions between them. */
final class Statistics extends Program {
    private static long total;
    private static double mean;

    @Override
    int run(int n) {
        float smooth = 0;
        double squares = 0;
        total = 0;
        mean = 0;
        for (int i = 1; i <= n; i++) {
            int x = i * 7919 % 1000;
            total += x;
            double delta = x - mean;
            mean += delta / i;
            squares += delta * (x - mean);
            smooth = smooth * 0.9f + x * 0.1f;
        }
        return (int) total + (int) mean + (int) (long) squares + (int) smooth;
    }
}
