/** Quicksort, recursively. */
final class QuickSort extends Program {
    @Override
    int run(int n) {
        int[] a = Noise.array(n);
        sort(a, 0, n - 1);
        return a[n / 2];
    }

    private static void sort(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[(low + high) >>> 1];
        int i = low;
        int j = high;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
                j--;
            }
        }
        sort(a, low, j);
        sort(a, i, high);
    }
}
