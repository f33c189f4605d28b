package declined;

/**
 * A StringBuilder that grows from its default capacity, against one with the capacity that is needed.
 *
 * @peers PMD InsufficientStringBufferDeclaration, IntelliJ StringBufferWithoutInitialCapacity, creedengo GCI32
 * @decision it saves up to the half where the length is known before, which code seldom says; a capacity that is guessed too large costs memory
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class BuilderCapacity {
    static void prepare(int n) {
    }

    static String asWritten(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append("part").append(i);
        }
        return text.toString();
    }

    static String repaired(int n) {
        StringBuilder text = new StringBuilder(8 * n);
        for (int i = 0; i < n; i++) {
            text.append("part").append(i);
        }
        return text.toString();
    }
}
