/** Four generations of Conway's game of life on a torus of booleans. */
final class Life extends Program {
    @Override
    int run(int n) {
        boolean[][] cells = new boolean[n][n];
        Noise noise = new Noise(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                cells[i][j] = (noise.next() & 3) == 0;
            }
        }
        for (int t = 0; t < 4; t++) {
            cells = next(cells, n);
        }
        int alive = 0;
        for (boolean[] row : cells) {
            for (boolean cell : row) {
                if (cell) {
                    alive++;
                }
            }
        }
        return alive;
    }

    private static boolean[][] next(boolean[][] cells, int n) {
        boolean[][] out = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int neighbours = 0;
                for (int di = -1; di <= 1; di++) {
                    for (int dj = -1; dj <= 1; dj++) {
                        if ((di != 0 || dj != 0) && cells[(i + di + n) % n][(j + dj + n) % n]) {
                            neighbours++;
                        }
                    }
                }
                out[i][j] = neighbours == 3 || neighbours == 2 && cells[i][j];
            }
        }
        return out;
    }
}
