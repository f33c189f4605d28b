package EL7018;

/**
 * Making objects: of a class with a finalizer, against one without.
 *
 * @unit object
 * @sizes 5 20 100
 */
public final class FinalizedObject {
    private static Object last;

    private static class Resource {
        private int open = 1;

        void close() {
            open = 0;
        }
    }

    private static final class Finalized extends Resource {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            close();
        }
    }

    static void prepare(int n) {
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Resource r = new Finalized();
            last = r;
            sum += r.open;
            r.close();
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Resource r = new Resource();
            last = r;
            sum += r.open;
            r.close();
        }
        return sum;
    }
}
