/** Expressions as trees of objects: interfaces, abstract classes, casts. */
final class Formulas extends Program {
    private interface Formula {
        float value(float x);
    }

    private abstract static class Pair implements Formula {
        final Formula left;
        final Formula right;

        Pair(Formula left, Formula right) {
            this.left = left;
            this.right = right;
        }
    }

    private static final class Sum extends Pair {
        Sum(Formula left, Formula right) {
            super(left, right);
        }

        @Override
        public float value(float x) {
            return left.value(x) + right.value(x);
        }
    }

    private static final class Product extends Pair {
        Product(Formula left, Formula right) {
            super(left, right);
        }

        @Override
        public float value(float x) {
            return left.value(x) * right.value(x);
        }
    }

    private static final class Constant implements Formula {
        final float value;

        Constant(float value) {
            this.value = value;
        }

        @Override
        public float value(float x) {
            return value;
        }
    }

    private static final class Variable implements Formula {
        @Override
        public float value(float x) {
            return x;
        }
    }

    @Override
    int run(int n) {
        Formula f = build(6);
        float sum = 0;
        for (int i = 0; i < n; i++) {
            sum += f.value(i * 0.001f);
        }
        return (int) (sum * 16) + products(f);
    }

    private static Formula build(int depth) {
        if (depth == 0) {
            return new Variable();
        }
        if (depth == 1) {
            return new Constant(0.5f);
        }
        return depth % 2 == 0 ? new Sum(build(depth - 1), build(depth - 2)) : new Product(build(depth - 1), build(depth - 2));
    }

    private static int products(Formula f) {
        if (!(f instanceof Pair)) {
            return 0;
        }
        Pair p = (Pair) f;
        return (p instanceof Product ? 1 : 0) + products(p.left) + products(p.right);
    }
}
