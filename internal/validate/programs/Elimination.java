/** Linear equations by Gauss's elimination with pivots. */
final class Elimination extends Program {
    @Override
    int run(int n) {
        double[][] a = new double[n][n + 1];
        Noise noise = new Noise(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= n; j++) {
                a[i][j] = (noise.next() & 255) - 100;
            }
            a[i][i] += 300;
        }
        for (int k = 0; k < n; k++) {
            int pivot = k;
            for (int i = k + 1; i < n; i++) {
                if (magnitude(a[i][k]) > magnitude(a[pivot][k])) {
                    pivot = i;
                }
            }
            double[] t = a[k];
            a[k] = a[pivot];
            a[pivot] = t;
            for (int i = k + 1; i < n; i++) {
                double factor = a[i][k] / a[k][k];
                for (int j = k; j <= n; j++) {
                    a[i][j] -= factor * a[k][j];
                }
            }
        }
        double[] x = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double sum = a[i][n];
            for (int j = i + 1; j < n; j++) {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        double total = 0;
        for (double v : x) {
            total += v;
        }
        return (int) (total * 1000);
    }

    private static double magnitude(double v) {
        return v < 0 ? -v : v;
    }
}
