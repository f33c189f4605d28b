/** Divides by zero, and catches the exception. */
final class CaughtDivision extends Program {
    @Override
    int run(int n) {
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                caught += n / (caught - i);
            } catch (ArithmeticException e) {
                caught++;
            }
        }
        return caught;
    }
}
