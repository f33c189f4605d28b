/** Takes records apart in a switch. */
final class RecordPattern extends Program {
    sealed interface Shape permits Circle, Box {
    }

    record Circle(int radius) implements Shape {
    }

    record Box(int width, int height) implements Shape {
    }

    private static int area(Shape s) {
        return switch (s) {
            case Circle(int r) -> 3 * r * r;
            case Box(int w, int h) -> w * h;
        };
    }

    @Override
    int run(int n) {
        Shape s = new Box(2, 3);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += area(s);
        }
        return sum;
    }
}
