/** Concatenates values of eight types. */
final class ConcatenationMany extends Program {
    @Override
    int run(int n) {
        String s = "text";
        long a = 1L << 40;
        char c = 'c';
        boolean b = n > 0;
        Integer boxed = 1000;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (s + a + c + b + boxed + i + "constant" + s).length();
        }
        return sum;
    }
}
