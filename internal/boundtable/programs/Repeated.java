/** Repeats texts of one and of three characters. */
final class Repeated extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += "=".repeat(50).length() + "abc".repeat(20).length();
        }
        return sum;
    }
}
