/** Converts what does not fit: infinities, NaN, numbers that are too large. */
final class Saturation extends Program {
    private final double[] numbers = {Double.NEGATIVE_INFINITY, -1e300, -1e19, Double.NaN};

    @Override
    int run(int n) {
        double a = numbers[0];
        double b = numbers[1];
        float c = (float) numbers[2];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (int) a;
            sum += (int) (long) b;
            sum += (int) c;
            sum += (int) (long) c;
        }
        return sum;
    }
}
