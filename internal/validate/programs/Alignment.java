/** The longest common subsequence of two texts by a table of lengths. */
final class Alignment extends Program {
    @Override
    int run(int n) {
        char[] a = new char[n];
        char[] b = new char[n];
        Noise noise = new Noise(n);
        for (int i = 0; i < n; i++) {
            a[i] = (char) ('a' + (noise.next() & 3));
            b[i] = (char) ('a' + (noise.next() & 3));
        }
        int[][] length = new int[n + 1][n + 1];
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n; j++) {
                if (a[i - 1] == b[j - 1]) {
                    length[i][j] = length[i - 1][j - 1] + 1;
                } else if (length[i - 1][j] >= length[i][j - 1]) {
                    length[i][j] = length[i - 1][j];
                } else {
                    length[i][j] = length[i][j - 1];
                }
            }
        }
        return length[n][n];
    }
}
