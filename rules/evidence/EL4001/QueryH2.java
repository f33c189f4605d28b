package EL4001;

import java.sql.SQLException;
import support.Items;

/**
 * A query for each element, against one for all: H2 in memory.
 *
 * @unit iteration
 * @sizes 5 20 100
 * @rare yes
 * @needs org.h2.Driver
 */
public final class QueryH2 {
    private static Items items;

    static void prepare(int n) throws SQLException {
        if (items == null) {
            items = Items.h2();
        }
        items.choose(n);
    }

    static long asWritten(int n) throws SQLException {
        return items.queryEach();
    }

    static long repaired(int n) throws SQLException {
        return items.queryAll();
    }
}
