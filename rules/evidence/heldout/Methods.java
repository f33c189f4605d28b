package heldout;

/**
 * Whether a request is a GET in any case: toUpperCase and equals, against equalsIgnoreCase.
 *
 * @case EL1004/LowerCaseEqualsShort
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Methods {
    private static String[] requests;

    static void prepare(int n) {
        requests = new String[n];
        for (int i = 0; i < n; i++) {
            requests[i] = i % 4 == 0 ? "get" : i % 4 == 1 ? "Post" : "GET";
        }
    }

    static int asWritten(int n) {
        int gets = 0;
        for (String request : requests) {
            if (request.toUpperCase().equals("GET")) {
                gets++;
            }
        }
        return gets;
    }

    static int repaired(int n) {
        int gets = 0;
        for (String request : requests) {
            if (request.equalsIgnoreCase("GET")) {
                gets++;
            }
        }
        return gets;
    }
}
