/** Stores a number into an array of strings, and catches the exception. */
final class CaughtStore extends Program {
    @Override
    int run(int n) {
        Object[] strings = new String[1];
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                strings[0] = this;
            } catch (ArrayStoreException e) {
                caught++;
            }
        }
        return caught;
    }
}
