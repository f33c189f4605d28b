/** Binary search in a sorted array. */
final class BinarySearch extends Program {
    @Override
    int run(int n) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = 3 * i;
        }
        int found = 0;
        for (int x = 0; x < n; x++) {
            if (find(a, x) >= 0) {
                found++;
            }
        }
        return found;
    }

    private static int find(int[] a, int x) {
        int low = 0;
        int high = a.length - 1;
        //@ loop_bound log2(max(1, a.length)) + 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < x) {
                low = middle + 1;
            } else if (a[middle] > x) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
