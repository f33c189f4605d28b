/** Makes arrays of a negative length, and catches the exception. */
final class CaughtSize extends Program {
    @Override
    int run(int n) {
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                caught += new int[Math.min(-1, i)].length;
            } catch (NegativeArraySizeException e) {
                caught++;
            }
        }
        return caught;
    }
}
