/** Reads a field of null, and catches the exception. */
final class CaughtNull extends Program {
    int field;

    @Override
    int run(int n) {
        CaughtNull[] none = new CaughtNull[1];
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                caught += none[0].field;
            } catch (NullPointerException e) {
                caught++;
            }
        }
        return caught;
    }
}
