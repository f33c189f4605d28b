/** Chooses by an enum constant with a guard, which is linked by enumSwitch. */
final class EnumSwitch extends Program {
    enum Color { RED, GREEN, BLUE, BLACK }

    private static int choose(Color c, int i) {
        return switch (c) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
            case Color x when i > 100 -> 4;
            case BLACK -> 5;
        };
    }

    @Override
    int run(int n) {
        Color c = Color.BLACK;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += choose(c, 5);
        }
        return sum;
    }
}
