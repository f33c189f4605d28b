package EL7011;

import java.util.ListResourceBundle;
import java.util.ResourceBundle;

/**
 * Texts of a resource bundle: getBundle for each, against once.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class GetBundle {
    private static final ResourceBundle TEXTS = ResourceBundle.getBundle("EL7011.GetBundle$Texts");

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += ResourceBundle.getBundle("EL7011.GetBundle$Texts").getString("greeting").length() + i;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += TEXTS.getString("greeting").length() + i;
        }
        return sum;
    }

    /** The texts. */
    public static final class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "hello"}, {"farewell", "good bye"}};
        }
    }
}
