import java.util.ArrayList;
import java.util.List;

/** Searches a list for what it does not have. */
final class ListContains extends Program {
    private final List<String> list = new ArrayList<>();

    ListContains() {
        for (int i = 0; i < 50; i++) {
            list.add("element-" + i);
        }
    }

    @Override
    int run(int n) {
        int found = 0;
        for (int i = 0; i < n; i++) {
            if (list.contains("element-x")) {
                found++;
            }
        }
        return found;
    }
}
