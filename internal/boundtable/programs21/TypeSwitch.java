/** Chooses by the type of an object, of which the last of six labels matches. */
final class TypeSwitch extends Program {
    private static int choose(Object o) {
        return switch (o) {
            case Integer i when i > 100 -> 1;
            case Long l -> 2;
            case String s when s.isEmpty() -> 3;
            case int[] a -> 4;
            case StringBuilder b -> 5;
            case Character c -> 6;
            default -> 7;
        };
    }

    @Override
    int run(int n) {
        Object o = 'x';
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += choose(o);
        }
        return sum;
    }
}
