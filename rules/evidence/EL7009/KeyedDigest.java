package EL7009;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Codes of short messages: an object of Mac for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class KeyedDigest {
    private static final byte[] TEXT = "a name of a file, for example".getBytes();
    private static final SecretKeySpec KEY = new SecretKeySpec(TEXT, "HmacSHA256");

    static void prepare(int n) {
    }

    static long asWritten(int n) throws GeneralSecurityException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(KEY);
            sum += mac.doFinal(TEXT)[0];
        }
        return sum;
    }

    static long repaired(int n) throws GeneralSecurityException {
        long sum = 0;
        Mac mac = Mac.getInstance("HmacSHA256");
        for (int i = 0; i < n; i++) {
            mac.init(KEY);
            sum += mac.doFinal(TEXT)[0];
        }
        return sum;
    }
}
