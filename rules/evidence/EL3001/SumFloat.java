package EL3001;

/**
 * A sum in a Float, against float.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SumFloat {
    private static float[] numbers;

    static void prepare(int n) {
        numbers = new float[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static float asWritten(int n) {
        Float sum = 0.0f;
        for (float x : numbers) {
            sum += x;
        }
        return sum;
    }

    static float repaired(int n) {
        float sum = 0.0f;
        for (float x : numbers) {
            sum += x;
        }
        return sum;
    }
}
