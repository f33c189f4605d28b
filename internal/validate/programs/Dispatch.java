/** Virtual and interface calls on objects of several classes. */
final class Dispatch extends Program {
    private interface Shape {
        int area();
    }

    private abstract static class Named {
        abstract int id();
    }

    private static final class Square extends Named implements Shape {
        private final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }

        @Override
        int id() {
            return 1;
        }
    }

    private static final class Rectangle extends Named implements Shape {
        private final int width;
        private final int height;

        Rectangle(int width, int height) {
            this.width = width;
            this.height = height;
        }

        @Override
        public int area() {
            return width * height;
        }

        @Override
        int id() {
            return 2;
        }
    }

    @Override
    int run(int n) {
        Named[] all = new Named[n];
        for (int i = 0; i < n; i++) {
            if ((i & 1) == 0) {
                all[i] = new Square(i);
            } else {
                all[i] = new Rectangle(i, 3);
            }
        }
        int sum = 0;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < n; i++) {
                Named x = all[i];
                sum += x.id();
                if (x instanceof Shape) {
                    sum += ((Shape) x).area();
                }
            }
        }
        return sum;
    }
}
