/** Chooses by a guard, which is asked again for each label. */
final class GuardedSwitch extends Program {
    private static int choose(Object o) {
        return switch (o) {
            case Integer i when i > 100 -> 1;
            case Integer i when i > 50 -> 2;
            case Integer i when i > 25 -> 3;
            case Integer i -> 4;
            default -> 5;
        };
    }

    @Override
    int run(int n) {
        Object o = 7;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += choose(o);
        }
        return sum;
    }
}
