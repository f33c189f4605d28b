import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;

/** Changes where members stand and who sees them. */
final class Rearranging {
    private final Rewrite r;

    Rearranging(Rewrite r) {
        this.r = r;
    }

    /** Puts the methods of classes without nested ones into another order. */
    void methods() {
        for (Rewrite.Source s : r.sources) {
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitClass(ClassTree t, Void v) {
                    if (t.getMembers().stream().anyMatch(m -> m instanceof ClassTree) || t.getKind() == Tree.Kind.ENUM) {
                        return super.visitClass(t, v);
                    }
                    List<MethodTree> methods = new ArrayList<>();
                    for (Tree m : t.getMembers()) {
                        if (m instanceof MethodTree x && r.end(s, x) > r.start(s, x) && x.getBody() != null && r.start(s, x) >= 0 && r.end(s, x.getBody()) == r.end(s, x)) {
                            methods.add(x);
                        }
                    }
                    List<MethodTree> shuffled = new ArrayList<>(methods);
                    Collections.shuffle(shuffled, r.random);
                    for (int i = 0; i < methods.size(); i++) {
                        s.replace(r.start(s, methods.get(i)), r.end(s, methods.get(i)), r.text(s, shuffled.get(i)));
                    }
                    return null; // anonymous classes in methods move with them
                }
            }.scan(s.unit, null);
        }
    }

    /** Moves all lines down. */
    void lines() {
        for (Rewrite.Source s : r.sources) {
            s.insert(0, "// A comment\n// of three lines,\n\n");
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree t, Void v) {
                    if (t.getBody() != null && r.end(s, t) > r.start(s, t)) {
                        s.insert(r.end(s, t), "\n// and one more\n\n");
                    }
                    return super.visitMethod(t, v);
                }
            }.scan(s.unit, null);
        }
    }

    /** Moves all classes to a package below "moved". */
    void packages() {
        Set<String> ours = new HashSet<>();
        for (Rewrite.Source s : r.sources) {
            ours.add(s.unit.getPackageName() == null ? "" : s.unit.getPackageName().toString());
        }
        for (Rewrite.Source s : r.sources) {
            if (s.unit.getPackageName() == null) {
                s.insert(0, "package moved;\n");
            } else {
                s.insert(r.start(s, s.unit.getPackageName()), "moved.");
            }
            s.renamed = Path.of("moved").resolve(s.path);
            Set<Long> done = new HashSet<>(); // generated trees share positions with what they are made for
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitPackage(PackageTree t, Void v) {
                    return null;
                }

                @Override
                public Void visitMemberSelect(MemberSelectTree t, Void v) {
                    Tree inner = t.getExpression();
                    if (ours.contains(inner.toString()) && r.trees.getElement(new TreePath(getCurrentPath(), inner)) instanceof PackageElement) {
                        if (r.start(s, t) >= 0 && done.add(r.start(s, t))) {
                            s.insert(r.start(s, t), "moved.");
                        }
                        return null;
                    }
                    return super.visitMemberSelect(t, v);
                }
            }.scan(s.unit, null);
        }
    }

    /**
     * Lets everyone call the static methods of a package or of subclasses. Private ones stay private: of a method that others can call,
     * the analysis does not know all callers, which is a true difference.
     */
    void visibility() {
        for (Rewrite.Source s : r.sources) {
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree t, Void v) {
                    Set<Modifier> flags = t.getModifiers().getFlags();
                    boolean open = flags.contains(Modifier.PRIVATE) || flags.contains(Modifier.PUBLIC);
                    if (flags.contains(Modifier.STATIC) && !open && ((ClassTree) getCurrentPath().getParentPath().getLeaf()).getKind() == Tree.Kind.CLASS) {
                        String modifiers = r.text(s, t.getModifiers());
                        int at = modifiers.indexOf("protected ");
                        long from = r.start(s, t.getModifiers()) + (at < 0 ? modifiers.indexOf("static") : at);
                        s.replace(from, at < 0 ? from : from + "protected ".length(), "public ");
                    }
                    return super.visitMethod(t, v);
                }
            }.scan(s.unit, null);
        }
    }
}
