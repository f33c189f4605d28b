/** Compares records of five components. */
final class RecordEquals extends Program {
    record Point(int x, long y, double z, String name, Object other) {
    }

    @Override
    int run(int n) {
        Point p = new Point(1, 2, 3, "name", null);
        Point q = new Point(1, 2, 3, "name", null);
        int equal = 0;
        for (int i = 0; i < n; i++) {
            if (p.equals(q)) {
                equal++;
            }
        }
        return equal;
    }
}
