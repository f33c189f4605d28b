import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Loggers of slf4j on logback and of log4j 2 as the probes use them: messages of level info and above are written, by one appender
 * with the pattern that both projects' manuals begin with, into memory; those of debug and trace are not.
 */
public class ProbesLogging {
    static final String PATTERN = "%d{HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n";
    static final org.slf4j.Logger SLF4J = logback();
    static final org.apache.logging.log4j.Logger LOG4J = log4j();

    private static org.slf4j.Logger logback() {
        ch.qos.logback.classic.LoggerContext context = new ch.qos.logback.classic.LoggerContext();
        ch.qos.logback.classic.encoder.PatternLayoutEncoder encoder = new ch.qos.logback.classic.encoder.PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ch.qos.logback.core.OutputStreamAppender<ch.qos.logback.classic.spi.ILoggingEvent> appender = new ch.qos.logback.core.OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(new ByteArrayOutputStream(1_000_000));
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(ch.qos.logback.classic.Level.INFO);
        root.addAppender(appender);
        return context.getLogger("com.example.shop.OrderService");
    }

    private static org.apache.logging.log4j.Logger log4j() {
        org.apache.logging.log4j.core.LoggerContext context = org.apache.logging.log4j.core.LoggerContext.getContext(false);
        org.apache.logging.log4j.core.config.Configuration configuration = context.getConfiguration();
        org.apache.logging.log4j.core.layout.PatternLayout layout = org.apache.logging.log4j.core.layout.PatternLayout.newBuilder()
            .withPattern(PATTERN).withCharset(StandardCharsets.UTF_8).withConfiguration(configuration).build();
        org.apache.logging.log4j.core.Appender appender = org.apache.logging.log4j.core.appender.OutputStreamAppender.createAppender(
            layout, null, new ByteArrayOutputStream(1_000_000), "memory", false, true);
        appender.start();
        configuration.getRootLogger().getAppenders().keySet().forEach(configuration.getRootLogger()::removeAppender);
        configuration.getRootLogger().addAppender(appender, null, null);
        configuration.getRootLogger().setLevel(org.apache.logging.log4j.Level.INFO);
        context.updateLoggers();
        return context.getLogger("com.example.shop.OrderService");
    }

    static Throwable bare() { return new RuntimeException("x", null, false, false) { }; }
}
