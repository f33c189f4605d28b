import java.util.function.IntUnaryOperator;

/** Makes references to a method of an object. */
final class CapturingReference extends Program {
    private int next(int x) {
        return x + 1;
    }

    @Override
    int run(int n) {
        IntUnaryOperator last = null;
        for (int i = 0; i < n; i++) {
            last = this::next;
        }
        return last.applyAsInt(1);
    }
}
