package EL7011;

import java.net.URL;

/**
 * A resource of the class path: getResource each time, against once.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class GetResource {
    private static final URL RESOURCE = GetResource.class.getResource("GetResource.class");

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += GetResource.class.getResource("GetResource.class").getPath().length() + i;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += RESOURCE.getPath().length() + i;
        }
        return sum;
    }
}
