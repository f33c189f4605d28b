import java.math.BigInteger;

/** Writes a number of 60 digits. */
final class BigIntegerText extends Program {
    private final BigInteger number = BigInteger.valueOf(7).pow(70);

    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += number.toString().length();
        }
        return sum;
    }
}
