/** Casts a number to a string, and catches the exception. */
final class CaughtCast extends Program {
    @Override
    int run(int n) {
        Object[] objects = {1};
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                caught += ((String) objects[0]).length();
            } catch (ClassCastException e) {
                caught++;
            }
        }
        return caught;
    }
}
