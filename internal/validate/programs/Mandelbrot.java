/** The Mandelbrot set: floating point and comparisons of it. */
final class Mandelbrot extends Program {
    @Override
    int run(int n) {
        int inside = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double x = 3.0 * i / n - 2.0;
                double y = 2.0 * j / n - 1.0;
                double a = 0;
                double b = 0;
                int k = 0;
                while (k < 50 && a * a + b * b < 4.0) {
                    double next = a * a - b * b + x;
                    b = 2 * a * b + y;
                    a = next;
                    k++;
                }
                inside += k;
            }
        }
        return inside;
    }
}
