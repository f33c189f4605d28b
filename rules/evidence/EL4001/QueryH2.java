package EL4001;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A query for each element, against one for all: H2 in memory.
 *
 * @unit iteration
 * @sizes 5 20 100
 * @rare yes
 * @needs org.h2.Driver
 */
public final class QueryH2 {
    private static Connection connection;
    private static int[] ids;

    static void prepare(int n) throws SQLException {
        if (connection == null) {
            connection = DriverManager.getConnection("jdbc:h2:mem:energylint;DB_CLOSE_DELAY=-1");
            connection.setAutoCommit(false);
            try (Statement s = connection.createStatement()) {
                s.execute("create local temporary table items (id int primary key, name varchar(40), price int)");
            }
            try (PreparedStatement p = connection.prepareStatement("insert into items values (?, ?, ?)")) {
                for (int i = 0; i < 10000; i++) {
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
        }
        ids = new int[n];
        for (int i = 0; i < n; i++) {
            ids[i] = i * 7919 % 10000;
        }
    }

    static long asWritten(int n) throws SQLException {
        long sum = 0;
        try (PreparedStatement p = connection.prepareStatement("select price from items where id = ?")) {
            for (int id : ids) {
                p.setInt(1, id);
                try (ResultSet r = p.executeQuery()) {
                    while (r.next()) {
                        sum += r.getInt(1);
                    }
                }
            }
        }
        return sum;
    }

    static long repaired(int n) throws SQLException {
        long sum = 0;
        String marks = "?, ".repeat(ids.length - 1) + "?";
        try (PreparedStatement p = connection.prepareStatement("select price from items where id in (" + marks + ")")) {
            for (int i = 0; i < ids.length; i++) {
                p.setInt(i + 1, ids[i]);
            }
            try (ResultSet r = p.executeQuery()) {
                while (r.next()) {
                    sum += r.getInt(1);
                }
            }
        }
        return sum;
    }
}
