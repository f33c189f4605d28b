package com.example.gateway;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/** The daily report that the gateway sends upstream. */
final class Report {
    private final List<String> known = new ArrayList<>();

    /** EL1001: each iteration copies everything that the ones before it wrote. */
    String table(List<Reading> readings) {
        String table = "node;moisture\n";
        for (Reading r : readings) {
            table += r.node() + ";" + r.moisture() + "\n";
        }
        return table;
    }

    /** EL2001: looks every key up again that the iteration already had in its hand. */
    int wettest(Map<String, Integer> moistureByNode) {
        int most = 0;
        for (String node : moistureByNode.keySet()) {
            int moisture = moistureByNode.get(node);
            if (moisture > most) {
                most = moisture;
            }
        }
        return most;
    }

    /** EL2002: a search through the whole list for each reading. */
    int strangers(List<Reading> readings) {
        int strangers = 0;
        for (Reading r : readings) {
            if (!known.contains(r.node())) {
                strangers++;
            }
        }
        return strangers;
    }

    /** EL2003: the list walks from its end to the index, each time. */
    long latest(LinkedList<Reading> readings) {
        long latest = 0;
        for (int i = 0; i < readings.size(); i++) {
            latest = Math.max(latest, readings.get(i).millis());
        }
        return latest;
    }

    /** EL3001: the sum is an object, made and opened once an iteration. */
    Long total(int[] moistures) {
        Long total = 0L;
        for (int moisture : moistures) {
            total += moisture;
        }
        return total;
    }

    /** EL5001: the prefix is the same in every iteration. */
    int count(String[] nodes, String site) {
        int count = 0;
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i].startsWith(site.trim())) {
                count++;
            }
        }
        return count;
    }

    /** EL5002: what System.arraycopy does in one call. */
    static void lastDay(String[] nodes, String[] copy) {
        for (int i = 0; i < nodes.length; i++) {
            copy[i] = nodes[i];
        }
    }

    void learn(String node) {
        known.add(node);
    }
}
