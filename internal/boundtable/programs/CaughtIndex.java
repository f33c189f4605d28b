/** Stores behind the end of an array, and catches the exception. */
final class CaughtIndex extends Program {
    @Override
    int run(int n) {
        int[] a = new int[1];
        int caught = 0;
        for (int i = 1; i <= n; i++) {
            try {
                a[i] = i;
            } catch (ArrayIndexOutOfBoundsException e) {
                caught++;
            }
        }
        return caught;
    }
}
