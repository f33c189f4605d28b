/** Makes the texts of records of two components. */
final class RecordText extends Program {
    record Point(int x, String name) {
    }

    @Override
    int run(int n) {
        Point p = new Point(1, "name");
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += p.toString().length();
        }
        return sum;
    }
}
