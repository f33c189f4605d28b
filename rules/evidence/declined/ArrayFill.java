package declined;

import java.util.Arrays;

/**
 * Setting all elements of an array in a loop, against Arrays.fill.
 *
 * @peers IntelliJ ExplicitArrayFilling
 * @decision both become the same stores in compiled code, and the interpreter makes a loop of Arrays.fill, too
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class ArrayFill {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
    }

    static int[] asWritten(int n) {
        int[] a = numbers;
        for (int i = 0; i < a.length; i++) {
            a[i] = 7;
        }
        return a;
    }

    static int[] repaired(int n) {
        int[] a = numbers;
        Arrays.fill(a, 7);
        return a;
    }
}
