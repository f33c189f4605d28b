/** All orders of n numbers, recursively. */
final class Permutations extends Program {
    private int[] order;
    private int found;

    @Override
    int run(int n) {
        order = new int[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        found = 0;
        permute(0);
        return found;
    }

    private void permute(int from) {
        if (from == order.length) {
            if (order[0] < order[order.length - 1]) {
                found++;
            }
            return;
        }
        for (int i = from; i < order.length; i++) {
            swap(from, i);
            permute(from + 1);
            swap(from, i);
        }
    }

    private void swap(int i, int j) {
        int t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
}
