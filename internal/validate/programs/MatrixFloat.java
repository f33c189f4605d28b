/** Matrix multiplication, float. */
final class MatrixFloat extends Program {
    @Override
    int run(int n) {
        float[][] a = new float[n][n];
        float[][] b = new float[n][n];
        float[][] c = new float[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        return (int) c[n - 1][n - 1];
    }
}
