package support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of 10,000 items in a database, and the ways to ask for some of them that the pairs of EL4001 compare. */
public final class Items {
    private static final int ROWS = 10000;
    private static final String BY_ID = "select price from items where id = ?";

    private final Connection connection;
    private final Path server; // the times of the process that answers; null where it is this one
    private int[] ids;

    private Items(Connection connection, Path server) {
        this.connection = connection;
        this.server = server;
    }

    /** Items in the server that ENERGYLINT_POSTGRES names. */
    public static Items postgres() throws SQLException {
        Connection connection = DriverManager.getConnection(System.getenv("ENERGYLINT_POSTGRES"));
        try (Statement s = connection.createStatement(); ResultSet r = s.executeQuery("select pg_backend_pid()")) {
            r.next();
            return new Items(connection, Path.of("/proc/" + r.getInt(1) + "/schedstat")).filled();
        }
    }

    /** Items in the memory of this process. */
    public static Items h2() throws SQLException {
        return new Items(DriverManager.getConnection("jdbc:h2:mem:energylint;DB_CLOSE_DELAY=-1"), null).filled();
    }

    /** Makes the table. It is temporary: no two processes or pairs wait for each other. */
    private Items filled() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement s = connection.createStatement()) {
            s.execute("create local temporary table items (id int primary key, name varchar(40), price int)");
        }
        try (PreparedStatement p = connection.prepareStatement("insert into items values (?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                p.setInt(1, i);
                p.setString(2, "item " + i);
                p.setInt(3, 7 * i);
                p.addBatch();
            }
            p.executeBatch();
        }
        try (Statement s = connection.createStatement()) {
            s.execute("analyze");
        }
        connection.commit();
        return this;
    }

    /** Chooses the items that are asked for. */
    public void choose(int n) {
        ids = new int[n];
        for (int i = 0; i < n; i++) {
            ids[i] = i * 7919 % ROWS;
        }
    }

    /** CPU time of the server, in nanoseconds. */
    public long elsewhere() throws IOException {
        String text = Files.readString(server);
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }

    /** One query for each item, of one statement. */
    public long queryEach() throws SQLException {
        long sum = 0;
        try (PreparedStatement p = connection.prepareStatement(BY_ID)) {
            for (int id : ids) {
                p.setInt(1, id);
                sum += prices(p);
            }
        }
        return sum;
    }

    /** One query for each item, of a statement of its own. */
    public long prepareEach() throws SQLException {
        long sum = 0;
        for (int id : ids) {
            try (PreparedStatement p = connection.prepareStatement(BY_ID)) {
                p.setInt(1, id);
                sum += prices(p);
            }
        }
        return sum;
    }

    /** One query for all items. */
    public long queryAll() throws SQLException {
        String marks = "?, ".repeat(ids.length - 1) + "?";
        try (PreparedStatement p = connection.prepareStatement("select price from items where id in (" + marks + ")")) {
            for (int i = 0; i < ids.length; i++) {
                p.setInt(i + 1, ids[i]);
            }
            return prices(p);
        }
    }

    private static long prices(PreparedStatement p) throws SQLException {
        long sum = 0;
        try (ResultSet r = p.executeQuery()) {
            while (r.next()) {
                sum += r.getInt(1);
            }
        }
        return sum;
    }

    /** One update for each item. */
    public long updateEach() throws SQLException {
        long changed = 0;
        try (PreparedStatement p = connection.prepareStatement("update items set price = ? where id = ?")) {
            for (int id : ids) {
                p.setInt(1, id + 1);
                p.setInt(2, id);
                changed += p.executeUpdate();
            }
        }
        connection.rollback();
        return changed;
    }

    /** A batch of updates. */
    public long updateAll() throws SQLException {
        long changed = 0;
        try (PreparedStatement p = connection.prepareStatement("update items set price = ? where id = ?")) {
            for (int id : ids) {
                p.setInt(1, id + 1);
                p.setInt(2, id);
                p.addBatch();
            }
            for (int k : p.executeBatch()) {
                changed += k;
            }
        }
        connection.rollback();
        return changed;
    }
}
