package EL7009;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/**
 * Digests of short texts: an object of MessageDigest for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class Digest {
    private static final byte[] TEXT = "a name of a file, for example".getBytes();

    static void prepare(int n) {
    }

    static long asWritten(int n) throws GeneralSecurityException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += MessageDigest.getInstance("SHA-256").digest(TEXT)[0];
        }
        return sum;
    }

    static long repaired(int n) throws GeneralSecurityException {
        long sum = 0;
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < n; i++) {
            sum += digest.digest(TEXT)[0];
        }
        return sum;
    }
}
