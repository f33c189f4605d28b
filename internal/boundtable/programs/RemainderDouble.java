/** Takes remainders of doubles that differ by as many powers of two as they can. */
final class RemainderDouble extends Program {
    private final double dividend = 0x7fffp1009;
    private final double divisor = size < 0 ? 3 : 0xffffp-1074;

    @Override
    int run(int n) {
        double x = dividend;
        double y = divisor;
        double last = 0;
        for (int i = 0; i < n; i++) {
            last = x % y;
        }
        return last == 0 ? 1 : 2;
    }
}
