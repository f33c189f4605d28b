package EL3001;

/**
 * A Float that is made for each number and unboxed again, against float.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class RoundTripFloat {
    private static float[] numbers;

    static void prepare(int n) {
        numbers = new float[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static float asWritten(int n) {
        float sum = 0.0f;
        for (float x : numbers) {
            Float boxed = x;
            sum += boxed;
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
