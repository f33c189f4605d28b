/** Heapsort. */
final class HeapSort extends Program {
    @Override
    int run(int n) {
        int[] a = Noise.array(n);
        for (int i = n / 2 - 1; i >= 0; i--) {
            sift(a, i, n);
        }
        for (int end = n - 1; end > 0; end--) {
            int t = a[0];
            a[0] = a[end];
            a[end] = t;
            sift(a, 0, end);
        }
        return a[n / 2];
    }

    private static void sift(int[] a, int root, int end) {
        int x = a[root];
        int i = root;
        int child = 2 * i + 1;
        //@ loop_bound log2(max(1, end)) + 1;
        while (child < end) {
            if (child + 1 < end && a[child + 1] > a[child]) {
                child++;
            }
            if (x >= a[child]) {
                break;
            }
            a[i] = a[child];
            i = child;
            child = 2 * i + 1;
        }
        a[i] = x;
    }
}
