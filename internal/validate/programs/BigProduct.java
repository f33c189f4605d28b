/** A factorial in an array of digits to the base of a billion. */
final class BigProduct extends Program {
    @Override
    int run(int n) {
        int[] digits = new int[n];
        digits[0] = 1;
        int length = 1;
        for (int factor = 2; factor <= n; factor++) {
            long carry = 0;
            for (int i = 0; i < length; i++) {
                long product = (long) digits[i] * factor + carry;
                digits[i] = (int) (product % 1000000000L);
                carry = product / 1000000000L;
            }
            if (carry > 0) {
                digits[length++] = (int) carry;
            }
        }
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + digits[i];
        }
        return hash;
    }
}
