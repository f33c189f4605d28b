/** Breadth-first search through a grid with walls. */
final class Maze extends Program {
    private static final int[] ROWS = {0, 1, 0, -1};
    private static final int[] COLUMNS = {1, 0, -1, 0};

    @Override
    int run(int n) {
        byte[] cells = new byte[n * n];
        Noise noise = new Noise(n);
        for (int i = 1; i < cells.length; i++) {
            cells[i] = (noise.next() & 3) == 0 ? (byte) 1 : (byte) 0;
        }
        int[] steps = new int[n * n];
        int[] queue = new int[n * n];
        int head = 0;
        int tail = 1;
        cells[0] = 2;
        while (head < tail) {
            int at = queue[head++];
            int row = at / n;
            int column = at % n;
            for (int d = 0; d < 4; d++) {
                int r = row + ROWS[d];
                int c = column + COLUMNS[d];
                if (r < 0 || r >= n || c < 0 || c >= n || cells[r * n + c] != 0) {
                    continue;
                }
                cells[r * n + c] = 2;
                steps[r * n + c] = steps[at] + 1;
                queue[tail++] = r * n + c;
            }
        }
        return steps[n * n - 1] + tail;
    }
}
