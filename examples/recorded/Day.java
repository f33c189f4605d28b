package com.example.gateway;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Some days of the gateway with 150 nodes, recorded: writes what the Flight Recorder sampled as collapsed stacks to the file of its
 * argument. Run it in examples/recorded:
 *
 *     javac -cp ../patterns/classes -d /tmp/day Day.java && java -cp ../patterns/classes:/tmp/day com.example.gateway.Day day.collapsed
 */
public final class Day {
    private static final int NODES = 150;
    private static final int READINGS = 2_000;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("day", ".jfr");
        Path port = Files.createTempFile("day", ".port");
        Files.write(port, new byte[20_000]);
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").with("period", "10 ms");
            recording.enable("jdk.NativeMethodSample").with("period", "10 ms");
            recording.start();
            for (int day = 0; day < 300; day++) {
                work(day, port);
            }
            recording.stop();
            recording.dump(file);
        }
        Map<String, Integer> stacks = new TreeMap<>();
        for (var event : RecordingFile.readAllEvents(file)) {
            var trace = event.getStackTrace();
            if (trace == null) {
                continue;
            }
            StringBuilder stack = new StringBuilder();
            for (RecordedFrame frame : trace.getFrames()) {
                String name = frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
                if (name.startsWith("com.example.gateway.Day.")) {
                    break;
                }
                stack.insert(0, name + ":" + frame.getLineNumber() + (stack.isEmpty() ? "" : ";"));
            }
            if (!stack.isEmpty() && stack.indexOf("com.example") == 0) {
                stacks.merge(stack.toString(), 1, Integer::sum);
            }
        }
        List<String> lines = new ArrayList<>();
        stacks.forEach((stack, n) -> lines.add(stack + " " + n));
        Files.write(Path.of(args[0]), lines);
    }

    private static void work(int day, Path port) throws Exception {
        Report report = new Report();
        Map<String, Integer> moisture = new TreeMap<>();
        String[] nodes = new String[NODES];
        for (int i = 0; i < NODES; i++) {
            nodes[i] = "field-" + (1000 + i);
            moisture.put(nodes[i], i);
            report.learn(nodes[i]);
        }
        List<Reading> readings = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        int[] moistures = new int[READINGS];
        for (int i = 0; i < READINGS; i++) {
            Reading r = new Reading(nodes[i % NODES], i % 100, day * 86_400_000L + i);
            readings.add(r);
            lines.add(r.node() + ";" + r.moisture());
            moistures[i] = r.moisture();
        }
        Receiver.valid(lines);
        new Receiver().checksum(port.toString());
        report.strangers(readings);
        report.table(readings);
        report.wettest(moisture);
        report.latest(new LinkedList<>(readings.subList(0, NODES)));
        report.total(moistures);
        report.count(nodes, " field ");
        Report.lastDay(nodes, new String[NODES]);
    }
}
