/** Formats a number and a name. */
final class FormatsMixed extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += String.format("%5d: %-10s", i, "name").length();
        }
        return sum;
    }
}
