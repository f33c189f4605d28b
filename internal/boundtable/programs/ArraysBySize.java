/** Makes arrays of 1 to 300 bytes, in steps of one. */
final class ArraysBySize extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 1; i <= 300; i++) {
            sum += new byte[i].length;
        }
        return sum;
    }
}
