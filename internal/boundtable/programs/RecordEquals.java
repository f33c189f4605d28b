/** Compares records of five components. */
final class RecordEquals extends Program {
    record Point(int x, long y, double z, String name, Integer other) {
    }

    @Override
    int run(int n) {
        Point p = new Point(1, 2, 3, "name", 5);
        Point q = new Point(1, 2, 3, "name", 5);
        int equal = 0;
        for (int i = 0; i < n; i++) {
            if (p.equals(q)) {
                equal++;
            }
        }
        return equal;
    }
}
