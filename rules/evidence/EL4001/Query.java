package EL4001;

import java.io.IOException;
import java.sql.SQLException;
import support.Items;

/**
 * A query for each element, against one for all: PostgreSQL over the loopback, its CPU time included.
 *
 * @unit iteration
 * @sizes 5 20 100
 * @rare yes
 * @needs org.postgresql.Driver
 * @given ENERGYLINT_POSTGRES
 * @elsewhere yes
 */
public final class Query {
    private static Items items;

    static void prepare(int n) throws SQLException {
        if (items == null) {
            items = Items.postgres();
        }
        items.choose(n);
    }

    static long asWritten(int n) throws SQLException {
        return items.queryEach();
    }

    static long repaired(int n) throws SQLException {
        return items.queryAll();
    }

    static long elsewhere() throws IOException {
        return items == null ? 0 : items.elsewhere();
    }
}
