import java.util.ArrayList;
import java.util.List;

/** Compares a list with an equal one of other strings. */
final class ListEquals extends Program {
    private final List<String> list = new ArrayList<>();
    private final List<String> other = new ArrayList<>();

    ListEquals() {
        for (int i = 0; i < 30; i++) {
            list.add("item-" + i);
            other.add("item-" + i);
        }
    }

    @Override
    int run(int n) {
        int equal = 0;
        for (int i = 0; i < n; i++) {
            if (list.equals(other)) {
                equal++;
            }
        }
        return equal;
    }
}
