import com.sun.jdi.*;
import java.util.*;

/**
 * Finds how many bytes a copy or a new array has. A debugger does not show the operand stack; but its entries come from
 * loads of locals, constants, fields and little arithmetic just before, which this repeats.
 */
class Operands {
    private final Map<ReferenceType, byte[][]> pools = new HashMap<>();
    private ThreadReference thread;
    private StackFrame frame;
    private Location location;
    private byte[] code;
    /** Starts of the instructions of the method, up to the one that is about to run. */
    private List<Integer> starts;
    private int next;

    static class Unknown extends RuntimeException { Unknown(String s) { super(s); } }

    void at(ThreadReference t, Location l, Map<String, long[]> extra) {
        byte[] bytes = l.method().bytecodes();
        int pc = (int) l.codeIndex(), op = bytes[pc] & 255;
        if (op != 0xb8 && op != 0xbc && op != 0xbd && op != 0xb6) return;
        code = bytes; location = l; thread = t;
        try {
            String called = op == 0xb8 || op == 0xb6 ? member(u2(pc + 1)) : "";
            boolean copy = called.equals("java/lang/System.arraycopy"), clone = op == 0xb6 && called.startsWith("[") && called.endsWith(".clone");
            boolean made = called.equals("java/lang/reflect/Array.newInstance") || called.equals("java/lang/reflect/Array.newArray");
            if (op == 0xb8 && !copy && !called.equals("java/lang/reflect/Array.newArray") || op == 0xb6 && !clone) return;
            frame = t.frame(0);
            starts = new ArrayList<>();
            for (int i = 0; i < pc; i += length(i)) starts.add(i);
            next = starts.size() - 1;
            if (copy) {
                long n = number(pop());
                pop(); ArrayReference to = (ArrayReference) pop();
                add(extra, "copy", n * width(to.type().signature().substring(1)));
            } else if (clone) {
                ArrayReference from = (ArrayReference) pop();
                long n = (long) from.length() * width(from.type().signature().substring(1));
                add(extra, "copy", n);
                count(extra, "array\t" + n);
            } else if (op == 0xb8) {
                long n = number(pop());
                count(extra, "array\t" + n * 4);
            } else {
                long n = number(pop());
                int w = op == 0xbd ? 4 : new int[]{1, 2, 4, 8, 1, 2, 4, 8}[code[pc + 1] - 4];
                count(extra, "array\t" + n * w);
            }
        } catch (Unknown | IncompatibleThreadStateException | ClassCastException | NullPointerException e) {
            count(extra, "unknown\t" + l.declaringType().name().replace('.', '/') + "." + l.method().name() + "\t" + pc);
        }
    }
    private static void add(Map<String, long[]> extra, String key, long n) { extra.computeIfAbsent(key, k -> new long[1])[0] += n; }
    private static void count(Map<String, long[]> extra, String key) { add(extra, key, 1); }
    private static int width(String signature) {
        return switch (signature.charAt(0)) { case 'B', 'Z' -> 1; case 'C', 'S' -> 2; case 'J', 'D' -> 8; default -> 4; };
    }
    private int u2(int at) { return (code[at] & 255) << 8 | code[at + 1] & 255; }
    private static long number(Object v) { if (v instanceof Long n) return n; throw new Unknown("no number"); }

    /** The value that the instruction before pushed, and steps back over it. */
    private Object pop() {
        if (next < 0) throw new Unknown("start");
        int pc = starts.get(next--), op = code[pc] & 255;
        if (op >= 2 && op <= 8) return (long) op - 3;
        if (op >= 9 && op <= 10) return (long) op - 9;
        if (op == 16) return (long) code[pc + 1];
        if (op == 17) return (long) (short) u2(pc + 1);
        if (op == 21 || op == 25) return local(code[pc + 1] & 255);
        if (op >= 0x1a && op <= 0x1d) return local(op - 0x1a);
        if (op >= 0x2a && op <= 0x2d) return local(op - 0x2a);
        if (op == 0xbe) return (long) ((ArrayReference) pop()).length();
        if (op == 0xc0) return pop();
        if (op == 0xb4 || op == 0xb2) return field(u2(pc + 1), op == 0xb4 ? (ObjectReference) pop() : null);
        long r, l;
        switch (op) {
            case 0x60: r = number(pop()); return number(pop()) + r;
            case 0x64: r = number(pop()); return number(pop()) - r;
            case 0x68: r = number(pop()); return number(pop()) * r;
            case 0x78: r = number(pop()); return (long) ((int) number(pop()) << r);
            case 0x7a: r = number(pop()); return (long) ((int) number(pop()) >> r);
            case 0xb8:
                String m = member(u2(pc + 1));
                if (m.equals("java/lang/Math.min")) { r = number(pop()); return Math.min(number(pop()), r); }
                if (m.equals("java/lang/Math.max")) { r = number(pop()); return Math.max(number(pop()), r); }
                throw new Unknown(m);
            default: throw new Unknown("opcode " + op);
        }
    }
    private Object local(int slot) {
        if (slot == 0 && !location.method().isStatic()) return frame.thisObject();
        try {
            for (LocalVariable v : frame.visibleVariables()) {
                if (slotOf(v) == slot) return value(frame.getValue(v));
            }
        } catch (AbsentInformationException e) { throw new Unknown("no names"); }
        throw new Unknown("slot " + slot);
    }
    private static int slotOf(LocalVariable v) {
        try {
            java.lang.reflect.Method m = v.getClass().getDeclaredMethod("slot");
            m.setAccessible(true);
            return (Integer) m.invoke(v);
        } catch (ReflectiveOperationException e) { throw new Unknown("no slots"); }
    }
    private static Object value(Value v) {
        if (v instanceof PrimitiveValue p) return p.longValue();
        return v;
    }
    private Object field(int index, ObjectReference of) {
        String m = member(index);
        String name = m.substring(m.lastIndexOf('.') + 1);
        ReferenceType t = of != null ? of.referenceType() : location.declaringType();
        Field f = t.fieldByName(name);
        if (f == null) throw new Unknown(m);
        return value(of != null ? of.getValue(f) : t.getValue(f));
    }
    /** The class and name of a member in the constant pool: java/lang/System.arraycopy. */
    private String member(int index) {
        byte[][] pool = pools.computeIfAbsent(location.declaringType(), Operands::entries);
        byte[] e = pool[index];
        return text(pool, ref(pool[ref(e, 1)], 1)) + "." + text(pool, ref(pool[ref(e, 3)], 1));
    }
    private static int ref(byte[] e, int at) { return (e[at] & 255) << 8 | e[at + 1] & 255; }
    private static String text(byte[][] pool, int i) { return new String(pool[i], 3, pool[i].length - 3); }
    private static byte[][] entries(ReferenceType t) {
        byte[] b = t.constantPool();
        byte[][] out = new byte[t.constantPoolCount() + 1][];
        for (int i = 1, at = 0; at < b.length; i++) {
            int tag = b[at], n = switch (tag) { case 1 -> 3 + ((b[at + 1] & 255) << 8 | b[at + 2] & 255); case 7, 8, 16, 19, 20 -> 3; case 15 -> 4; case 5, 6 -> 9; default -> 5; };
            out[i] = Arrays.copyOfRange(b, at, at + n);
            if (tag == 5 || tag == 6) i++;
            at += n;
        }
        return out;
    }
    private int length(int pc) {
        int op = code[pc] & 255;
        if (op == 0xaa || op == 0xab) {
            int at = (pc + 4) & ~3;
            return op == 0xaa ? at + 12 + 4 * (s4(at + 8) - s4(at + 4) + 1) - pc : at + 8 + 8 * s4(at + 4) - pc;
        }
        if (op == 0xc4) return (code[pc + 1] & 255) == 0x84 ? 6 : 4;
        if (op == 16 || op == 18 || op >= 21 && op <= 25 || op >= 54 && op <= 58 || op == 0xa9 || op == 0xbc) return 2;
        if (op == 17 || op == 19 || op == 20 || op == 0x84 || op >= 0x99 && op <= 0xa8 || op >= 0xb2 && op <= 0xb8 || op == 0xbb || op == 0xbd || op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7) return 3;
        if (op == 0xc5) return 4;
        if (op == 0xb9 || op == 0xba || op == 0xc8 || op == 0xc9) return 5;
        return 1;
    }
    private int s4(int at) { return u2(at) << 16 | u2(at + 2); }
}
