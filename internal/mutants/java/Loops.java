import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.util.List;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Writes loops in another form that compiles to the same instructions. */
final class Loops {
    private final Rewrite r;
    private int number;

    Loops(Rewrite r) {
        this.r = r;
    }

    /** Makes while loops of for loops whose body does not continue. */
    void forToWhile() {
        for (Rewrite.Source s : r.sources) {
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitForLoop(ForLoopTree t, Void v) {
                    super.visitForLoop(t, v);
                    if (t.getCondition() != null && plain(getCurrentPath(), t.getStatement())) {
                        toWhile(s, t);
                    }
                    return null;
                }
            }.scan(s.unit, null);
        }
    }

    private void toWhile(Rewrite.Source s, ForLoopTree t) {
        StringBuilder init = new StringBuilder("{ ");
        List<? extends StatementTree> inits = t.getInitializer();
        if (!inits.isEmpty()) {
            long from = r.start(s, inits.get(0));
            String all = s.text.substring((int) from, (int) r.start(s, t.getCondition()));
            if (inits.get(0).getKind() != Tree.Kind.VARIABLE && inits.size() > 1) {
                return; // a list of expressions
            }
            init.append(all);
        }
        StringBuilder update = new StringBuilder();
        t.getUpdate().forEach(u -> update.append(' ').append(r.text(s, u)).append(';'));
        s.replace(r.start(s, t), r.start(s, t.getCondition()), init + "while (");
        s.replace(r.end(s, t.getCondition()), r.start(s, t.getStatement()), ") { ");
        s.insert(r.end(s, t.getStatement()), update + " } }");
    }

    /** Reports whether a loop has no label and its body no continue, and whether the body's end can be reached. */
    private static boolean plain(TreePath path, StatementTree body) {
        if (path.getParentPath().getLeaf() instanceof LabeledStatementTree) {
            return false;
        }
        boolean[] continues = {false};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitContinue(ContinueTree t, Void v) {
                continues[0] = true;
                return null;
            }
        }.scan(body, null);
        return !continues[0] && !ends(body);
    }

    private static boolean ends(Tree t) {
        if (t instanceof BlockTree b) {
            return !b.getStatements().isEmpty() && ends(b.getStatements().get(b.getStatements().size() - 1));
        }
        return t instanceof BreakTree || t instanceof ReturnTree || t instanceof ThrowTree || t.getKind() == Tree.Kind.IF
            || t.getKind() == Tree.Kind.SWITCH || t.getKind() == Tree.Kind.TRY || t.getKind() == Tree.Kind.WHILE_LOOP || t.getKind() == Tree.Kind.DO_WHILE_LOOP
            || t.getKind() == Tree.Kind.SYNCHRONIZED;
    }

    /** Makes loops with an iterator, or an index, of for-each loops. */
    void forEach() {
        for (Rewrite.Source s : r.sources) {
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitEnhancedForLoop(EnhancedForLoopTree t, Void v) {
                    super.visitEnhancedForLoop(t, v);
                    TypeMirror type = r.trees.getTypeMirror(new TreePath(getCurrentPath(), t.getExpression()));
                    if (type != null && plain(getCurrentPath(), t.getStatement()) && !hasLambda(t.getStatement())) {
                        toIterator(s, t, type.getKind() == TypeKind.ARRAY);
                    }
                    return null;
                }
            }.scan(s.unit, null);
        }
    }

    /** A lambda captures the variable of a for-each, which stays effectively final; another number of locals is no matter. */
    private static boolean hasLambda(Tree body) {
        boolean[] found = {false};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitLambdaExpression(LambdaExpressionTree t, Void v) {
                found[0] = true;
                return null;
            }

            @Override
            public Void visitClass(ClassTree t, Void v) {
                found[0] = true;
                return null;
            }
        }.scan(body, null);
        return found[0];
    }

    private void toIterator(Rewrite.Source s, EnhancedForLoopTree t, boolean array) {
        String n = "Seeded" + number++;
        String variable = r.text(s, t.getVariable());
        String header = array
            ? "{ var a%1$s = %%s; int n%1$s = a%1$s.length; int i%1$s = 0; while (i%1$s < n%1$s) { %2$s = a%1$s[i%1$s]; "
            : "{ var i%1$s = (%%s).iterator(); while (i%1$s.hasNext()) { %2$s = i%1$s.next(); ";
        String[] parts = header.formatted(n, variable).split("%s");
        s.replace(r.start(s, t), r.start(s, t.getExpression()), parts[0]);
        s.replace(r.end(s, t.getExpression()), r.start(s, t.getStatement()), parts[1]);
        s.insert(r.end(s, t.getStatement()), (array ? " i" + n + "++;" : "") + " } }");
    }
}
