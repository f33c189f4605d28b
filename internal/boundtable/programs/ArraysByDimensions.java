/** Makes arrays of one to four dimensions, of few and of many elements. */
final class ArraysByDimensions extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new int[1][1].length;
            sum += new long[2][16].length;
            sum += new Object[16][2].length;
            sum += new int[3][3][3].length;
            sum += new byte[1][1][1][1].length;
        }
        return sum;
    }
}
