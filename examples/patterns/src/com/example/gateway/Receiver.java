package com.example.gateway;

import java.io.FileInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Takes the nodes' telegrams from the serial port and knows where the nodes stand. */
final class Receiver {
    private volatile boolean closed;

    /** EL4001: one round trip to the database for each node. */
    int placed(Connection database, List<String> nodes) throws SQLException {
        int placed = 0;
        try (PreparedStatement query = database.prepareStatement("select field from node where id = ?")) {
            for (String node : nodes) {
                query.setString(1, node);
                try (ResultSet rows = query.executeQuery()) {
                    if (rows.next()) {
                        placed++;
                    }
                }
            }
        }
        return placed;
    }

    /** EL4002: a system call for each byte. */
    int checksum(String port) throws IOException {
        int sum = 0;
        try (FileInputStream in = new FileInputStream(port)) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                sum += b;
            }
        }
        return sum;
    }

    /** EL6001: wakes up a hundred times a second to find nothing. */
    void awaitClose() throws InterruptedException {
        while (!closed) {
            Thread.sleep(10);
        }
    }

    /** EL7001: compiles the same expression for each line. */
    static int valid(List<String> lines) {
        int valid = 0;
        for (String line : lines) {
            if (line.matches("[a-z]+-[0-9]{4};[0-9]+")) {
                valid++;
            }
        }
        return valid;
    }

    void close() {
        closed = true;
    }
}
