/** The towers of Hanoi on three stacks. */
final class Hanoi extends Program {
    private int[][] pegs;
    private int[] heights;
    private int moves;

    @Override
    int run(int n) {
        pegs = new int[3][n];
        heights = new int[3];
        moves = 0;
        for (int i = 0; i < n; i++) {
            pegs[0][heights[0]++] = n - i;
        }
        move(n, 0, 2, 1);
        return moves * 10 + heights[2];
    }

    private void move(int disks, int from, int to, int over) {
        if (disks == 0) {
            return;
        }
        move(disks - 1, from, over, to);
        pegs[to][heights[to]++] = pegs[from][--heights[from]];
        moves++;
        move(disks - 1, over, to, from);
    }
}
