/** Takes remainders of floats that differ by as many powers of two as they can. */
final class RemainderFloat extends Program {
    private final float dividend = size < 0 ? 3 : 0x7fffp113f;
    private final float divisor = size < 0 ? 3 : 0xffffp-149f;

    @Override
    int run(int n) {
        float x = dividend;
        float y = divisor;
        float last = 0;
        for (int i = 0; i < n; i++) {
            last = x % y;
        }
        return last == 0 ? 1 : 2;
    }
}
