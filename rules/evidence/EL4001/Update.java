package EL4001;

import java.io.IOException;
import java.sql.SQLException;
import support.Items;

/**
 * An update for each element, against a batch: PostgreSQL over the loopback, its CPU time included.
 *
 * @unit iteration
 * @sizes 5 20 100
 * @rare yes
 * @needs org.postgresql.Driver
 * @given ENERGYLINT_POSTGRES
 * @elsewhere yes
 */
public final class Update {
    private static Items items;

    static void prepare(int n) throws SQLException {
        if (items == null) {
            items = Items.postgres();
        }
        items.choose(n);
    }

    static long asWritten(int n) throws SQLException {
        return items.updateEach();
    }

    static long repaired(int n) throws SQLException {
        return items.updateAll();
    }

    static long elsewhere() throws IOException {
        return items == null ? 0 : items.elsewhere();
    }
}
