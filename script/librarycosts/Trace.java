import com.sun.jdi.*;
import com.sun.jdi.connect.*;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.*;

/** Runs Probes under the debugger, one bytecode instruction at a time, and writes how often each ran. */
public class Trace {
    public static void main(String[] args) throws Exception {
        LaunchingConnector c = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> a = c.defaultArguments();
        a.get("main").setValue("Probes " + String.join(" ", args));
        a.get("options").setValue("-Xint -cp " + System.getProperty("java.class.path"));
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
        StringBuilder sb = new StringBuilder();
        String title = "";
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
                        step = m.createStepRequest(b.thread(), StepRequest.STEP_MIN, StepRequest.STEP_INTO);
                        step.enable();
                    } else {
                        if (step != null) { m.deleteEventRequest(step); step = null; }
                        sb.append("# ").append(title).append('\n');
                        counts.forEach((x, pcs) -> pcs.forEach((pc, n) -> sb.append(x.declaringType().name().replace('.', '/')).append('\t')
                            .append(x.name()).append('\t').append(x.signature()).append('\t').append(pc).append('\t').append(n[0]).append('\n')));
                        System.out.print(sb); sb.setLength(0);
                    }
                } else if (e instanceof StepEvent s) {
                    Location l = s.location();
                    if (!l.declaringType().name().startsWith("Probes"))
                        counts.computeIfAbsent(l.method(), k -> new TreeMap<>()).computeIfAbsent(l.codeIndex(), k -> new long[1])[0]++;
                }
            }
            if (running) set.resume();
        }
        System.out.flush();
    }
}
