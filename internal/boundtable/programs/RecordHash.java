/** Computes the hash codes of records of five components. */
final class RecordHash extends Program {
    record Point(int x, long y, double z, String name, Integer other) {
    }

    @Override
    int run(int n) {
        Point p = new Point(1, 2, 3, "name", 5);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += p.hashCode();
        }
        return sum == 0 ? 1 : 0;
    }
}
