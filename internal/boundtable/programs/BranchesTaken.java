/** Passes branches that are taken. */
final class BranchesTaken extends Program {
    private int low = 3;
    private int high = 5;

    @Override
    int run(int n) {
        int a = high;
        int b = low;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (a < b) sum++;
            if (a <= b) sum++;
            if (a == b) sum++;
            if (b > a) sum++;
            if (b >= a) sum++;
            if (a < 0) sum++;
            if (a == 0) sum++;
        }
        return sum;
    }
}
