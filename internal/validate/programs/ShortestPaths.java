/** All shortest paths of a weighted graph (Floyd and Warshall). */
final class ShortestPaths extends Program {
    @Override
    int run(int n) {
        int[][] distance = new int[n][];
        for (int i = 0; i < n; i++) {
            int[] row = Noise.array(n);
            for (int j = 0; j < n; j++) {
                row[j] = row[j] & 1023;
            }
            distance[i] = row;
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    int through = distance[i][k] + distance[k][j];
                    if (through < distance[i][j]) {
                        distance[i][j] = through;
                    }
                }
            }
        }
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += distance[i][n - 1 - i];
        }
        return sum;
    }
}
