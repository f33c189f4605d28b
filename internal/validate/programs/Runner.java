/** Runs programs: each three arguments are a class, a size, and how often. */
public final class Runner {
    private Runner() {
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        for (int i = 0; i + 2 < args.length; i += 3) {
            Program p = (Program) Class.forName(args[i]).getDeclaredConstructor().newInstance();
            p.size = Integer.parseInt(args[i + 1]);
            int result = p.repeat(Integer.parseInt(args[i + 2]));
            System.out.println(args[i] + " " + args[i + 1] + " " + args[i + 2] + " " + result);
        }
    }
}
