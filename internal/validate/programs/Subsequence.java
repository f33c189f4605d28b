/** Dynamic programming: the longest common subsequence. */
final class Subsequence extends Program {
    @Override
    int run(int n) {
        int[] a = Noise.array(n);
        int[] b = Noise.array(n + 1);
        int[][] best = new int[n + 1][n + 2];
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n + 1; j++) {
                if ((a[i - 1] & 7) == (b[j - 1] & 7)) {
                    best[i][j] = best[i - 1][j - 1] + 1;
                } else if (best[i - 1][j] >= best[i][j - 1]) {
                    best[i][j] = best[i - 1][j];
                } else {
                    best[i][j] = best[i][j - 1];
                }
            }
        }
        return best[n][n + 1];
    }
}
