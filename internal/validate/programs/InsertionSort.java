/** Sorting by insertion. */
final class InsertionSort extends Program {
    @Override
    int run(int n) {
        int[] a = Noise.array(n);
        for (int i = 1; i < n; i++) {
            int x = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > x) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = x;
        }
        return a[n / 2];
    }
}
