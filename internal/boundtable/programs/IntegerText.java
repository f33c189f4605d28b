/** Writes numbers of ten digits. */
final class IntegerText extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Integer.toString(2000000000 + i).length();
        }
        return sum;
    }
}
