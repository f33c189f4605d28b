package declined;

/**
 * A field that is read in each iteration, against a local variable.
 *
 * @peers Android performance tips
 * @decision C2 keeps the field in a register where nothing else can write it; the interpreter saves one load
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FieldInLoop {
    private int limit = 40;
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static int asWritten(int n) {
        return new FieldInLoop().above();
    }

    static int repaired(int n) {
        return new FieldInLoop().aboveLocal();
    }

    private int above() {
        int found = 0;
        for (int x : numbers) {
            if (x > limit) {
                found++;
            }
        }
        return found;
    }

    private int aboveLocal() {
        int found = 0;
        int bound = limit;
        for (int x : numbers) {
            if (x > bound) {
                found++;
            }
        }
        return found;
    }
}
