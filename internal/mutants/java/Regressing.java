import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Puts a regression into a method of each file and prints its answer: what was done, class, method, right classes of change,
 * right causes, first and last line; separated by tabs. It stands where every call passes: between the first statements of a
 * body, before anything that can leave it.
 */
final class Regressing {
    private final Rewrite r;

    Regressing(Rewrite r) {
        this.r = r;
    }

    private record Site(ClassTree owner, String name, MethodTree method, BlockTree body, boolean isStatic) {}

    void one() {
        for (Rewrite.Source s : r.sources) {
            List<Site> sites = new ArrayList<>();
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree t, Void v) {
                    Tree parent = getCurrentPath().getParentPath().getLeaf();
                    if (t.getBody() != null && parent instanceof ClassTree c && fits(getCurrentPath(), c) && !t.getBody().getStatements().isEmpty()
                            && !t.getName().contentEquals("<init>") && !t.getName().contentEquals("main")) {
                        TypeElement e = (TypeElement) r.trees.getElement(getCurrentPath().getParentPath());
                        String name = r.task.getElements().getBinaryName(e).toString();
                        sites.add(new Site(c, name, t, t.getBody(), t.getModifiers().getFlags().contains(Modifier.STATIC)));
                    }
                    return super.visitMethod(t, v);
                }
            }.scan(s.unit, null);
            if (!sites.isEmpty()) {
                seed(s, sites.get(r.random.nextInt(sites.size())));
            }
        }
    }

    /** Top-level and static nested classes can have static members. */
    private static boolean fits(TreePath method, ClassTree c) {
        Set<Modifier> flags = c.getModifiers().getFlags();
        Tree outer = method.getParentPath().getParentPath().getLeaf();
        return c.getKind() == Tree.Kind.CLASS && !c.getSimpleName().isEmpty()
            && (outer.getKind() == Tree.Kind.COMPILATION_UNIT || flags.contains(Modifier.STATIC) && outer instanceof ClassTree);
    }

    private void seed(Rewrite.Source s, Site site) {
        List<? extends StatementTree> statements = site.body.getStatements();
        int passed = 0; // how many statements every call executes
        while (passed < statements.size() && straight(statements.get(passed))) {
            passed++;
        }
        int at = r.random.nextInt(passed + 1);
        long where = at == 0 ? r.start(s, site.body) + 1 : r.end(s, statements.get(at - 1));
        String members = "";
        String code;
        String changes;
        String causes;
        String kind;
        switch (r.random.nextInt(7)) {
            case 0 -> {
                kind = "loop-over-a-field";
                changes = "grown";
                causes = "loop";
                members = "static int[] seededField;";
                code = "for (int seeded = 0; seeded < seededField.length; seeded++) {\n seededField[seeded] += seeded;\n }";
            }
            case 1 -> {
                kind = "nested-loops-over-a-field";
                changes = "grown";
                causes = "loop";
                members = "static String seededField;";
                code = "int seededSum = 0;\n for (int seeded = 0; seeded < seededField.length(); seeded++) {\n for (int seededInner = 0; seededInner < seeded; seededInner++) {\n seededSum += seeded ^ seededInner;\n }\n }";
            }
            case 2 -> {
                kind = "unbounded-loop";
                changes = "unbounded";
                causes = "loop";
                members = "static int seededField;";
                code = "while (seededField != 1) {\n seededField = seededField % 2 == 0 ? seededField / 2 : 3 * seededField + 1;\n }";
            }
            case 3 -> {
                kind = "loop-of-a-constant";
                changes = "regressed";
                causes = "loop";
                members = "static int seededField;";
                code = "for (int seeded = 0; seeded < 1000000000; seeded++) {\n seededField += seeded;\n }";
            }
            case 4 -> {
                kind = "expensive-callee";
                changes = "regressed";
                causes = "call";
                members = "static int seededCallee() {\n int x = 0;\n for (int i = 0; i < 1000000000; i++) {\n x += i;\n }\n return x;\n }";
                code = "seededCallee();";
            }
            case 5 -> {
                kind = "symbolic-callee";
                changes = "grown";
                causes = "call";
                members = "static int[] seededField;\n static int seededCallee() {\n int x = 0;\n for (int i : seededField) {\n x += i;\n }\n return x;\n }";
                code = "seededCallee();";
            }
            default -> {
                kind = "sort";
                changes = "grown";
                causes = "call";
                members = "static int[] seededField;";
                code = "java.util.Arrays.sort(seededField);";
            }
        }
        long line = s.unit.getLineMap().getLineNumber(where) + 1;
        s.insert(where, "\n" + code + "\n");
        s.insert(r.end(s, site.owner) - 1, "\n" + members + "\n");
        System.out.println(String.join("\t", kind, site.name, site.method.getName(), changes, causes, String.valueOf(line), String.valueOf(line + code.lines().count() - 1)));
    }

    /** Reports whether a statement is a declaration or an expression: control goes on behind it. */
    private static boolean straight(Tree t) {
        return t instanceof VariableTree || t instanceof ExpressionStatementTree;
    }
}
