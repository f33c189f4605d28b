/** The queens problem: backtracking with bit sets. */
final class Queens extends Program {
    private int solutions;

    @Override
    int run(int n) {
        solutions = 0;
        place((1 << n) - 1, 0, 0, 0);
        return solutions;
    }

    private void place(int all, int columns, int left, int right) {
        if (columns == all) {
            solutions++;
            return;
        }
        int free = all & ~(columns | left | right);
        while (free != 0) {
            int bit = free & -free;
            free ^= bit;
            place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
    }
}
