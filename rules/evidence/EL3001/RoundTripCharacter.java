package EL3001;

/**
 * A Character that is made for each number and unboxed again, against char.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class RoundTripCharacter {
    private static char[] numbers;

    static void prepare(int n) {
        numbers = new char[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = (char) (1000 + i);
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (char x : numbers) {
            Character boxed = x;
            sum += boxed;
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (char x : numbers) {
            sum += x;
        }
        return sum;
    }
}
