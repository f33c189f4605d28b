/** Formats a number with two decimals. */
final class Formats extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += String.format("%.2f", i * 3.14159).length();
        }
        return sum;
    }
}
