import java.util.function.IntUnaryOperator;

/** Makes lambdas that capture eight variables. */
final class CapturingMany extends Program {
    @Override
    int run(int n) {
        IntUnaryOperator last = null;
        long a = n;
        double b = n;
        float c = n;
        String d = "d";
        Object e = d;
        short f = 1;
        for (int i = 0; i < n; i++) {
            int k = i;
            last = x -> (int) (x + k + a + b + c + d.length() + f + (e == null ? 1 : 0) + size);
        }
        return last.applyAsInt(1);
    }
}
