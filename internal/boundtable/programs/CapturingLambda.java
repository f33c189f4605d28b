import java.util.function.IntUnaryOperator;

/** Makes lambdas that capture a variable. */
final class CapturingLambda extends Program {
    @Override
    int run(int n) {
        IntUnaryOperator last = null;
        for (int i = 0; i < n; i++) {
            int k = i;
            last = x -> x + k;
        }
        return last.applyAsInt(1);
    }
}
