/** Stores objects into arrays of interfaces, and casts to these. */
final class InterfaceStores extends Program {
    private final Object[] objects = {"text", 1, 2L};

    @Override
    int run(int n) {
        Object[] comparable = new Comparable<?>[3];
        Object[] serializable = new java.io.Serializable[3];
        Object a = objects[0];
        Object b = objects[1];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            comparable[0] = a;
            serializable[0] = a;
            comparable[1] = b;
            serializable[1] = b;
            sum += ((CharSequence) a) == b ? 1 : 2;
            sum += ((Comparable<?>) a) == b ? 1 : 2;
        }
        return sum;
    }
}
