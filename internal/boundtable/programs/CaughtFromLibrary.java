import java.util.ArrayList;
import java.util.List;

/** Asks a list for an element that it does not have, and catches the exception. */
final class CaughtFromLibrary extends Program {
    @Override
    int run(int n) {
        List<String> list = new ArrayList<>();
        int caught = 0;
        for (int i = 0; i < n; i++) {
            try {
                caught += list.get(i).length();
            } catch (IndexOutOfBoundsException e) {
                caught++;
            }
        }
        return caught;
    }
}
