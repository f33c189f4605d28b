/** Compares records whose component is of a class with an equals of its own. */
final class RecordOverride extends Program {
    static final class Key {
        final int[] digits = new int[50];

        @Override
        public boolean equals(Object o) {
            Key k = (Key) o;
            for (int i = 0; i < 50; i++) {
                if (digits[i] != k.digits[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            int h = 0;
            for (int i = 0; i < 50; i++) {
                h = 31 * h + digits[i];
            }
            return h;
        }
    }

    record Pair(Key left, Key right) {
    }

    @Override
    int run(int n) {
        Pair p = new Pair(new Key(), new Key());
        Pair q = new Pair(new Key(), new Key());
        int equal = 0;
        for (int i = 0; i < n; i++) {
            if (p.equals(q) && p.hashCode() == 0) {
                equal++;
            }
        }
        return equal;
    }
}
