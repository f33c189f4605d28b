import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs a compiler for each line of standard input: a name for messages, the directory of the Kotlin compiler or nothing for that of
 * Java, and the compiler's arguments, separated by tabs.
 */
public final class Compile {
    private static ClassLoader kotlin;

    public static void main(String[] args) throws Exception {
        JavaCompiler java = ToolProvider.getSystemJavaCompiler();
        boolean failed = false;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            String[] job = line.split("\t");
            String[] arguments = Arrays.copyOfRange(job, 2, job.length);
            boolean compiled = job[1].isEmpty() ? java.run(null, System.out, System.err, arguments) == 0 : kotlin(job[1], arguments);
            if (!compiled) {
                System.err.println("script/fixtures: " + job[0] + ": does not compile");
                failed = true;
            }
        }
        System.exit(failed ? 1 : 0);
    }

    private static boolean kotlin(String home, String[] arguments) throws Exception {
        if (kotlin == null) {
            kotlin = new URLClassLoader(new URL[] {new File(home, "lib/kotlin-compiler.jar").toURI().toURL()}, ClassLoader.getPlatformClassLoader());
        }
        String[] all = new String[arguments.length + 2];
        all[0] = "-kotlin-home";
        all[1] = home;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        Class<?> compiler = kotlin.loadClass("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
        Object exit = compiler.getMethod("exec", PrintStream.class, String[].class)
            .invoke(compiler.getDeclaredConstructor().newInstance(), System.err, all);
        return exit.toString().equals("OK");
    }
}
