package support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configuration of logback. Its own, without a file, writes messages of the level debug. */
public final class Logback {
    private Logback() {}

    /** Writes messages of the level info and above to the console. Before the first logger is made. */
    public static void info() throws IOException {
        Path file = Files.createTempFile("energylint", ".xml");
        file.toFile().deleteOnExit();
        Files.writeString(file, """
            <configuration>
              <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%date %level %logger %msg%n</pattern></encoder>
              </appender>
              <root level="info"><appender-ref ref="console"/></root>
            </configuration>
            """);
        System.setProperty("logback.configurationFile", file.toString());
    }
}
