import com.sun.jdi.*;
import com.sun.jdi.connect.*;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

/**
 * Runs probes under the debugger, one bytecode instruction at a time, and writes how often each ran. The first argument
 * is the class with the probes. Besides instructions it writes the bytes that System.arraycopy moved (copy), the arrays
 * that were made, by their bytes (array), and the calls of the probes' own callbacks (callback). Options of the traced JVM are in
 * -Dvm: with -Dvm=-Djava.util.concurrent.ForkJoinPool.common.parallelism=0 the traced thread does what it hands to the common pool.
 */
public class Trace {
    /** A call that takes longer is given up: -Dmost=3000000 for arithmetic of large numbers. */
    static final int MOST = Integer.getInteger("most", 300_000);

    public static void main(String[] args) throws Exception {
        LaunchingConnector c = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> a = c.defaultArguments();
        StringBuilder line = new StringBuilder(args.length > 0 ? args[0] : "Probes");
        for (int i = 1; i < args.length; i++) line.append(" \"").append(args[i]).append('"');
        a.get("main").setValue(line.toString());
        a.get("options").setValue("-Xint " + System.getProperty("vm", "") + " -cp " + System.getProperty("java.class.path"));
        VirtualMachine vm = c.launch(a);
        Thread err = new Thread(() -> { try { vm.process().getErrorStream().transferTo(System.err); } catch (Exception e) { } });
        err.start();
        Thread out = new Thread(() -> { try { vm.process().getInputStream().transferTo(System.err); } catch (Exception e) { } });
        out.start();
        EventRequestManager m = vm.eventRequestManager();
        ClassPrepareRequest p = m.createClassPrepareRequest();
        p.addClassFilter("Probes");
        p.enable();
        StepRequest step = null;
        Map<Method, Map<Long, long[]>> counts = new LinkedHashMap<>();
        Map<String, long[]> extra = new TreeMap<>();
        Operands operands = new Operands();
        StringBuilder sb = new StringBuilder();
        String title = "";
        int steps = 0;
        boolean running = true;
        while (running) {
            EventSet set = vm.eventQueue().remove();
            for (Event e : set) {
                if (e instanceof VMDeathEvent || e instanceof VMDisconnectEvent) { running = false; break; }
                if (e instanceof ClassPrepareEvent cp) {
                    for (String name : List.of("begin", "end"))
                        for (Method x : cp.referenceType().methodsByName(name)) {
                            BreakpointRequest b = m.createBreakpointRequest(x.locationOfCodeIndex(0));
                            b.putProperty("name", name);
                            b.enable();
                        }
                } else if (e instanceof BreakpointEvent b) {
                    if (b.request().getProperty("name").equals("begin")) {
                        title = ((StringReference) b.thread().frame(0).getArgumentValues().get(0)).value();
                        counts.clear();
                        extra.clear();
                        steps = 0;
                        step = m.createStepRequest(b.thread(), StepRequest.STEP_MIN, StepRequest.STEP_INTO);
                        step.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD); // no safepoint at each instruction
                        step.enable();
                    } else {
                        if (step != null) { m.deleteEventRequest(step); step = null; }
                        if (steps > MOST) { System.err.println("LONG " + title); continue; }
                        sb.append("# ").append(title).append('\n');
                        counts.forEach((x, pcs) -> pcs.forEach((pc, n) -> sb.append(x.declaringType().name().replace('.', '/')).append('\t')
                            .append(x.name()).append('\t').append(x.signature()).append('\t').append(pc).append('\t').append(n[0]).append('\n')));
                        extra.forEach((k, n) -> sb.append(k).append('\t').append(n[0]).append('\n'));
                        System.out.print(sb); sb.setLength(0);
                    }
                } else if (e instanceof StepEvent s) {
                    Location l = s.location();
                    String type = l.declaringType().name();
                    if (!type.startsWith("Probes")) {
                        counts.computeIfAbsent(l.method(), k -> new TreeMap<>()).computeIfAbsent(l.codeIndex(), k -> new long[1])[0]++;
                        if (++steps > MOST && step != null) { m.deleteEventRequest(step); step = null; }
                        operands.at(s.thread(), l, extra);
                    } else if (type.startsWith("ProbesCallback") && l.codeIndex() == 0 && !l.method().isConstructor() && !l.method().isBridge()) {
                        String of = ((ClassType) l.declaringType()).interfaces().get(0).name().replace('.', '/');
                        extra.computeIfAbsent("callback\t" + of + "\t" + l.method().name() + l.method().signature(), k -> new long[1])[0]++;
                    }
                }
            }
            if (running) set.resume();
        }
        System.out.flush();
    }
}
