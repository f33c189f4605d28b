/** A picture of floats, smoothed by a kernel of three by three. */
final class Blur extends Program {
    private static final float[] KERNEL = {0.0625f, 0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.0625f};

    @Override
    int run(int n) {
        float[] picture = new float[n * n];
        for (int i = 0; i < picture.length; i++) {
            picture[i] = (i * 37 & 255) / 255f;
        }
        float[] out = new float[n * n];
        for (int y = 1; y < n - 1; y++) {
            for (int x = 1; x < n - 1; x++) {
                float sum = 0;
                for (int k = 0; k < 9; k++) {
                    sum += KERNEL[k] * picture[(y + k / 3 - 1) * n + x + k % 3 - 1];
                }
                out[y * n + x] = sum;
            }
        }
        double total = 0;
        for (float v : out) {
            total += v;
        }
        return (int) total;
    }
}
