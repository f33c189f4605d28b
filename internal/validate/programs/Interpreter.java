/** A loop around a switch: a machine with a handful of instructions. */
final class Interpreter extends Program {
    private static final int[] CODE = {0, 1, 2, 3, 4, 1, 5, 2, 6, 3, 7};

    @Override
    int run(int n) {
        int a = 1;
        int b = n;
        int[] memory = new int[8];
        for (int step = 0; step < n; step++) {
            for (int pc = 0; pc < CODE.length; pc++) {
                switch (CODE[pc]) {
                    case 0:
                        a = a + b;
                        break;
                    case 1:
                        b = a ^ step;
                        break;
                    case 2:
                        memory[a & 7] = b;
                        break;
                    case 3:
                        a = memory[b & 7];
                        break;
                    case 4:
                        a = a - 1;
                        break;
                    case 5:
                        b = b << 1;
                        break;
                    case 6:
                        a = a * 3;
                        break;
                    default:
                        b = b >> 2;
                        break;
                }
            }
        }
        return a + b;
    }
}
