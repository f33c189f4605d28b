package heldout;

/**
 * A list of numbers with commas that grows by +=, against a StringBuilder.
 *
 * @case EL1001/Concatenation
 * @unit iteration
 * @sizes 10 50 200
 * @terms 1 n n*n
 */
public final class CommaList {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 7 * i;
        }
    }

    static String asWritten(int n) {
        String list = "";
        for (int i = 0; i < numbers.length; i++) {
            list += numbers[i] + ",";
        }
        return list;
    }

    static String repaired(int n) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < numbers.length; i++) {
            list.append(numbers[i]).append(",");
        }
        return list.toString();
    }
}
