import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Runs programs as it is told on its standard input: a class, a size and how often, each on a line of its own; then it
 * says "ready", waits for a line, runs, and says "done" and the result. Calls of totalMemory mark the run for meters
 * that watch the machine from outside.
 */
public final class Runner {
    private Runner() {
    }

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Runtime runtime = Runtime.getRuntime();
        for (String name = in.readLine(); name != null; name = in.readLine()) {
            Program p = (Program) Class.forName(name).getDeclaredConstructor().newInstance();
            p.size = Integer.parseInt(in.readLine());
            int times = Integer.parseInt(in.readLine());
            p.repeat(1);
            System.out.println("ready");
            System.out.flush();
            in.readLine();
            runtime.totalMemory();
            int result = p.repeat(times);
            runtime.totalMemory();
            System.out.println("done");
            System.out.println(result);
            System.out.flush();
        }
    }
}
